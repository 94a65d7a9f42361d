//! Is a Syzygy file whole? Its length, its first bytes and the checksum at its end say so.
//!
//! Chunks of 16 MiB are hashed by CityHashCrc256, and all their hashes together by CityHashCrc128. Both are of version 1.0
//! of CityHash by Geoff Pike and Jyrki Alakuijala (Google, MIT licence), which later versions differ from. Only lengths
//! that occur are here: chunks are multiples of 64 bytes, and what is hashed at the end is a multiple of 32.

use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// The first bytes of a file that says who wins.
const MAGIC: [u8; 4] = [0x71, 0xe8, 0x23, 0x5d];

/// Checks a file of outcomes (`.rtbw`): 64 bytes or a multiple of that, then 16 bytes of checksum. The error says what is wrong.
///
/// ```
/// let path = std::env::temp_dir().join(format!("KRvK-{}.rtbw", std::process::id()));
/// std::fs::write(&path, b"half a file").unwrap();
/// assert!(plyscope_chess::syzygy::check(&path).unwrap_err().contains("cut off"));
/// std::fs::remove_file(path).unwrap();
/// ```
pub fn check(path: &Path) -> Result<(), String> {
    let unread = |error: io::Error| format!("{}: could not be read: {error}", path.display());
    let wrong = |why: &str| Err(format!("{}: {why}; get the file again", path.display()));
    let mut file = plyscope_files::open(path).map_err(unread)?;
    let length = file.metadata().map_err(unread)?.len();
    if length < 80 || length % 64 != 16 {
        return wrong("it is cut off, or no Syzygy table");
    }
    let mut magic = [0; 4];
    file.read_exact(&mut magic).map_err(unread)?;
    if magic != MAGIC {
        return wrong("it is no Syzygy table of outcomes");
    }
    file.seek(SeekFrom::Start(0)).map_err(unread)?;
    let found = checksum(&mut file, length - 16).map_err(unread)?;
    let mut written = [0; 16];
    file.read_exact(&mut written).map_err(unread)?;
    if found != written {
        return wrong("it is damaged: its checksum is wrong");
    }
    Ok(())
}

/// Checks all files of outcomes in a folder, at least one, and gives the names of their endings, such as `KRvKN`, in
/// alphabetical order.
pub fn check_folder(folder: &Path) -> Result<Vec<String>, String> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| format!("{}: the folder could not be read: {error}", folder.display()))?;
    let mut endings = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| format!("{}: {error}", folder.display()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(ending) = name.strip_suffix(".rtbw").filter(|ending| is_ending(ending)) else { continue };
        check(&entry.path())?;
        endings.push(ending.to_string());
    }
    if endings.is_empty() {
        return Err(format!("{}: there are no Syzygy tables (such as KRvK.rtbw) in it", folder.display()));
    }
    endings.sort();
    Ok(endings)
}

/// `KRvKN`: the men of the stronger side, then of the other; three to seven.
fn is_ending(text: &str) -> bool {
    let side =
        |men: &str| men.strip_prefix('K').is_some_and(|rest| rest.chars().all(|man| "QRBNP".contains(man)));
    text.split_once('v').is_some_and(|(one, other)| side(one) && side(other)) && (4..=8).contains(&text.len())
}

/// Bytes that are hashed at a time.
const CHUNK: usize = 1 << 24;

const K: [u64; 4] =
    [0xc3a5_c85c_97cb_3127, 0xb492_b66f_be98_f273, 0x9ae1_6a3b_2f90_404f, 0xc949_d7c7_509e_6557];

/// The checksum of `length` bytes, a multiple of 64.
fn checksum(mut file: impl Read, mut length: u64) -> io::Result<[u8; 16]> {
    let (mut hashes, mut chunk) = (Vec::new(), Vec::new());
    while length > 0 {
        chunk.resize(length.min(CHUNK as u64) as usize, 0);
        file.read_exact(&mut chunk)?;
        length -= chunk.len() as u64;
        hashes.extend(crc256(&chunk).iter().flat_map(|word| word.to_le_bytes()));
    }
    let [low, high] = match hashes.len() {
        ..=900 => city128(&hashes),
        _ => {
            let [_, _, low, high] = crc256(&hashes);
            [low, high]
        }
    };
    Ok((u128::from(low) | u128::from(high) << 64).to_le_bytes())
}

/// Eight bytes as a number.
fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"))
}

fn shift_mix(value: u64) -> u64 {
    value ^ value >> 47
}

/// Two numbers in one.
fn pair(u: u64, v: u64) -> u64 {
    const MUL: u64 = 0x9ddf_ea08_eb38_2d69;
    let a = shift_mix((u ^ v).wrapping_mul(MUL));
    shift_mix((v ^ a).wrapping_mul(MUL)).wrapping_mul(MUL)
}

/// CRC-32C of a byte, reflected.
const CRC: [u32; 256] = {
    let (mut table, mut byte) = ([0; 256], 0);
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u32, 0);
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0x82f6_3b78 } else { crc >> 1 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

/// What the processor's instruction of this name does.
fn crc32_u64(crc: u64, value: u64) -> u64 {
    let step = |crc: u32, byte: u8| crc >> 8 ^ CRC[usize::from(crc as u8 ^ byte)];
    u64::from(value.to_le_bytes().into_iter().fold(crc as u32, step))
}

/// CityHashCrc256.
fn crc256(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= 240 {
        return crc256_long(bytes, 0);
    }
    let mut padded = [0; 240];
    padded[..bytes.len()].copy_from_slice(bytes);
    crc256_long(&padded, !(bytes.len() as u32))
}

fn crc256_long(bytes: &[u8], seed: u32) -> [u64; 4] {
    let (length, seed) = (bytes.len() as u64, u64::from(seed));
    let first = pair(word(bytes, 96).wrapping_add(K[0]), length);
    let second = word(bytes, 120).wrapping_mul(K[0]).wrapping_add(length);
    let [mut a, mut b, mut c, mut d, mut e] = [
        word(bytes, 56).wrapping_add(K[0]),
        word(bytes, 96).wrapping_add(K[0]),
        first,
        second,
        word(bytes, 184).wrapping_add(seed),
    ];
    let [mut f, mut g, mut h, mut i, mut j] = [seed, 0, 0, 0, 0];
    let mut t = c.wrapping_add(d);
    let mut step = |bytes: &[u8], factor: u64, z: u32| {
        let next = |old: u64, by: u32, at: usize| {
            old.rotate_right(by ^ z).wrapping_mul(factor).wrapping_add(word(bytes, at))
        };
        let old = a;
        a = next(b, 41, 0);
        b = next(c, 27, 8);
        c = next(d, 41, 16);
        d = next(e, 33, 24);
        e = next(t, 25, 32);
        t = old;
        f = crc32_u64(f, a);
        g = crc32_u64(g, b);
        h = crc32_u64(h, c);
        i = crc32_u64(i, d);
        j = crc32_u64(j, e);
    };
    let whole = bytes.len() / 240 * 240;
    for (number, part) in bytes[..whole].chunks_exact(40).enumerate() {
        if number % 2 == 0 { step(part, 1, 1) } else { step(part, K[0], 0) }
    }
    let rest = bytes[whole..].chunks_exact(40);
    let uneven = !rest.remainder().is_empty();
    rest.for_each(|part| step(part, K[0], 0));
    if uneven {
        step(&bytes[bytes.len() - 40..], K[0], 0);
    }
    j = j.wrapping_add(i << 32);
    a = pair(a, j);
    h = h.wrapping_add(g << 32);
    b = b.wrapping_add(h);
    c = pair(c, f).wrapping_add(i);
    d = pair(d, e.wrapping_add(first));
    j = j.wrapping_add(e);
    i = i.wrapping_add(pair(h, t));
    e = pair(a, d).wrapping_add(j);
    f = pair(b, c).wrapping_add(a);
    g = pair(j, i).wrapping_add(c);
    let one = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
    let mixed = |a: u64| shift_mix(a.wrapping_mul(K[0])).wrapping_mul(K[0]);
    a = mixed(a.wrapping_add(g)).wrapping_add(b);
    let two = second.wrapping_add(a).wrapping_add(one);
    a = mixed(a).wrapping_add(c);
    let three = a.wrapping_add(two);
    a = mixed(a.wrapping_add(e));
    [one, two, three, a.wrapping_add(three)]
}

/// CityHash128 of at least 32 bytes.
fn city128(bytes: &[u8]) -> [u64; 2] {
    let (seed, bytes) = bytes.split_at(16);
    let (low, high) = (word(seed, 0) ^ K[3], word(seed, 8));
    if bytes.len() < 128 { city_short(bytes, low, high) } else { city_long(bytes, low, high) }
}

/// At least 16 bytes.
fn city_short(bytes: &[u8], low: u64, high: u64) -> [u64; 2] {
    let (length, [mut a, mut b]) = (bytes.len(), [low, high]);
    let [mut c, mut d];
    let mixed = |value: u64| shift_mix(value.wrapping_mul(K[1])).wrapping_mul(K[1]);
    if length == 16 {
        a = mixed(a);
        let (one, two) = (word(bytes, 0), word(bytes, 8));
        c = b.wrapping_mul(K[1]).wrapping_add(pair(one, two.wrapping_add(16).rotate_right(16)) ^ two);
        d = shift_mix(a.wrapping_add(one));
    } else {
        c = pair(word(bytes, length - 8).wrapping_add(K[1]), a);
        d = pair(b.wrapping_add(length as u64), c.wrapping_add(word(bytes, length - 16)));
        a = a.wrapping_add(d);
        for part in (0..length - 16).step_by(16) {
            a = (a ^ mixed(word(bytes, part))).wrapping_mul(K[1]);
            b ^= a;
            c = (c ^ mixed(word(bytes, part + 8))).wrapping_mul(K[1]);
            d ^= c;
        }
    }
    let (a, b) = (pair(a, c), pair(d, b));
    [a ^ b, pair(b, a)]
}

/// Thirty-two bytes with two seeds.
fn weak(bytes: &[u8], at: usize, a: u64, b: u64) -> [u64; 2] {
    let [w, x, y, z] = [0, 8, 16, 24].map(|by| word(bytes, at + by));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let sum = a.wrapping_add(x).wrapping_add(y);
    [sum.wrapping_add(z), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a)]
}

/// At least 128 bytes.
fn city_long(bytes: &[u8], low: u64, high: u64) -> [u64; 2] {
    let turned = |value: u64, by: u32, factor: usize| value.rotate_right(by).wrapping_mul(K[factor]);
    let (mut x, mut y, mut z) = (low, high, (bytes.len() as u64).wrapping_mul(K[1]));
    let mut v = [turned(y ^ K[1], 49, 1).wrapping_add(word(bytes, 0)), 0];
    v[1] = turned(v[0], 42, 1).wrapping_add(word(bytes, 8));
    let mut w =
        [turned(y.wrapping_add(z), 35, 1).wrapping_add(x), turned(x.wrapping_add(word(bytes, 88)), 53, 1)];
    let whole = bytes.len() / 128 * 128;
    for at in (0..whole).step_by(64) {
        x = turned(x.wrapping_add(y).wrapping_add(v[0]).wrapping_add(word(bytes, at + 8)), 37, 1);
        y = turned(y.wrapping_add(v[1]).wrapping_add(word(bytes, at + 48)), 42, 1);
        x ^= w[1];
        y = y.wrapping_add(v[0]).wrapping_add(word(bytes, at + 40));
        z = turned(z.wrapping_add(w[0]), 33, 1);
        v = weak(bytes, at, v[1].wrapping_mul(K[1]), x.wrapping_add(w[0]));
        w = weak(bytes, at + 32, z.wrapping_add(w[1]), y.wrapping_add(word(bytes, at + 16)));
        std::mem::swap(&mut x, &mut z);
    }
    x = x.wrapping_add(turned(v[0].wrapping_add(z), 49, 0));
    z = z.wrapping_add(turned(w[0], 37, 0));
    // The rest by 32 bytes from its end; before its begin is what was hashed already.
    let (mut done, rest) = (0, bytes.len() - whole);
    while done < rest {
        done += 32;
        let at = bytes.len() - done;
        y = turned(x.wrapping_add(y), 42, 0).wrapping_add(v[1]);
        w[0] = w[0].wrapping_add(word(bytes, at + 16));
        x = x.wrapping_mul(K[0]).wrapping_add(w[0]);
        z = z.wrapping_add(w[1]).wrapping_add(word(bytes, at));
        w[1] = w[1].wrapping_add(v[0]);
        v = weak(bytes, at, v[0].wrapping_add(z), v[1]);
    }
    x = pair(x, v[0]);
    y = pair(y.wrapping_add(z), w[0]);
    [pair(x.wrapping_add(v[1]), w[1]).wrapping_add(y), pair(x.wrapping_add(w[1]), y.wrapping_add(v[1]))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_endings() {
        assert!(["KRvK", "KRvKN", "KPPvKPP", "KQQQQvKQ"].iter().all(|name| is_ending(name)));
        assert!(
            !["KvK", "KRK", "RKvK", "KXvK", "krvk", "", "v", "KQQQQvKQQ"].iter().any(|name| is_ending(name))
        );
    }
}
