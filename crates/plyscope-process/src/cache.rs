//! Answers that are kept, within bounds.

use std::collections::HashMap;
use std::sync::Arc;

/// The last answers about positions: at most twice `most` of them, of at most twice `bytes`.
///
/// Two generations: what is asked for again moves to the younger one; when that is full the older one is forgotten.
///
/// ```
/// use plyscope_process::Cache;
/// let mut cache = Cache::default();
/// cache.put("e4 e5".into(), 0.5, 8);
/// assert_eq!(cache.get(&"e4 e5".into()), Some(0.5));
/// ```
pub struct Cache<T> {
    young: HashMap<Arc<str>, T>,
    old: HashMap<Arc<str>, T>,
    weight: usize,
}

const MOST: usize = 1 << 17;
const BYTES: usize = 64 << 20;

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Cache { young: HashMap::new(), old: HashMap::new(), weight: 0 }
    }
}

impl<T: Clone> Cache<T> {
    /// The answer, if it is kept.
    pub fn get(&mut self, position: &Arc<str>) -> Option<T> {
        if let Some(found) = self.young.get(position) {
            return Some(found.clone());
        }
        let (position, found) = self.old.remove_entry(position)?;
        self.put(position, found.clone(), 0);
        Some(found)
    }

    /// Is there an answer?
    pub fn has(&self, position: &Arc<str>) -> bool {
        self.young.contains_key(position) || self.old.contains_key(position)
    }

    /// Keeps an answer that takes so many bytes beyond the position's text.
    pub fn put(&mut self, position: Arc<str>, answer: T, bytes: usize) {
        self.weight += position.len() + bytes;
        self.young.insert(position, answer);
        if self.young.len() >= MOST || self.weight >= BYTES {
            self.old = std::mem::take(&mut self.young);
            self.weight = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cache, MOST};
    use std::sync::Arc;

    #[test]
    fn it_forgets_what_is_not_asked_for() {
        let mut cache = Cache::default();
        let key = |i: usize| -> Arc<str> { i.to_string().into() };
        (0..10 * MOST).for_each(|i| {
            cache.put(key(i), i, 0);
            assert_eq!(
                cache.get(&key(7)).filter(|_| i >= 7),
                (i >= 7).then_some(7),
                "asked for all the time"
            );
        });
        assert!(cache.young.len() + cache.old.len() <= 2 * MOST);
        assert!(!cache.has(&key(8)) && cache.has(&key(10 * MOST - 1)));
    }
}
