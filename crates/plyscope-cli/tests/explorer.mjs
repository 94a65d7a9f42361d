// Drives the explorer in a browser: node explorer.mjs URL BROWSER HOSTILE-TITLE NODE_MODULES FOLDER. Says "all well", or
// what is not.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readFileSync, writeFileSync } from 'node:fs';

const [url, browserPath, hostile, modules, folder] = process.argv.slice(2);
const require = createRequire(join(modules, 'x.js'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const wrong = [];
const expect = (holds, what) => { if (!holds) wrong.push(what); };

const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] });
const outside = [];

async function room(path, { width = 1280, scheme = 'light', motion = 'reduce' } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: motion, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(15000);
  page.on('request', (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(url)) outside.push(request.url()); });
  // What the server refuses on purpose is told on the page; the browser notes it too.
  const refused = (text) => /status of (400|422)/.test(text);
  page.on('console', (message) => { if (message.type() === 'error' && !refused(message.text())) wrong.push(`${path}: ${message.text()}`); });
  page.on('pageerror', (error) => wrong.push(`${path}: ${error.message}`));
  page.on('dialog', (dialog) => { wrong.push(`${path}: a dialog opened: ${dialog.message()}`); dialog.dismiss(); });
  await page.goto(url + path.slice(1));
  return page;
}

const said = (page) => page.textContent('#said');
const inPicture = (page, what, ...rest) => page.evaluate(what, ...rest);
// What the boxes of the picture say, by node.
const boxes = (page, host = 'picture') => inPicture(page, (id) => {
  const found = {};
  for (const node of document.getElementById(id).shadowRoot.querySelectorAll('.node')) {
    const [name, ...lines] = [...node.querySelectorAll('text')].map((text) => text.textContent);
    found[name] = { lines, seen: node.dataset.seen, now: node.querySelector('rect').classList.contains('now') };
  }
  return found;
}, host);
const drawn = (page, step) => page.waitForFunction((wanted) => document.getElementById('picture').shadowRoot?.querySelector('desc')?.textContent.startsWith(`Step ${wanted} of`), step);

// Accessibility: nothing serious, by axe.
async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  for (const { id, impact, nodes } of violations) {
    if (['serious', 'critical'].includes(impact)) wrong.push(`${name}: ${id} (${impact}): ${nodes.slice(0, 3).map((node) => `${node.html.slice(0, 150)} ${node.failureSummary ?? ''}`).join(' | ')}`);
  }
}

const fits = async (page, name) => expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), `${name} is wider than the window`);

// Room 1: the stages of figure 5, by keys alone.
{
  const page = await room('/');
  await drawn(page, 0);
  await page.evaluate(() => document.activeElement.blur());
  const ranges = { a: [2, 'B', '≤ 3'], b: [3, 'B', '≤ 3'], c: [5, 'A', '≥ 3'], d: [8, 'C', '≤ 2'], e: [11, 'A', '3 to 14'], f: [14, 'D', '2'] };
  let at = 0;
  for (const [stage, [step, node, range]] of Object.entries(ranges)) {
    for (; at < step; at += 1) await page.keyboard.press('ArrowRight');
    await drawn(page, step);
    const found = await boxes(page);
    expect(found[node].lines.includes(range), `stage (${stage}): ${node} says ${found[node].lines}`);
    expect(await page.getAttribute(`[data-stage=${stage}]`, 'aria-pressed') === 'true', `stage (${stage}) is not marked`);
  }
  await page.keyboard.press('End');
  await drawn(page, 15);
  const end = await boxes(page);
  const cut = Object.entries(end).filter(([, node]) => node.seen === 'cut').map(([name]) => name);
  expect(cut.join() === 'C.2,C.3', `never looked at: ${cut}`);
  await page.keyboard.press('ArrowLeft');
  await drawn(page, 14);
  await page.keyboard.press('Home');
  await drawn(page, 0);
  // The keys go on working after a click on a button, which keeps the space bar for itself.
  await page.click('#next');
  await drawn(page, 1);
  await page.keyboard.press('ArrowRight');
  await drawn(page, 2);
  await page.keyboard.press('Space');
  await drawn(page, 3);
  await page.keyboard.press('Home');
  await drawn(page, 0);
  // Backwards shows what forwards did, and the address keeps the step.
  await page.click('[data-stage=d]');
  await drawn(page, 8);
  expect((await said(page)).startsWith('C is already at most 2, and A has 3'), `a cut without its reason: ${await said(page)}`);
  await page.reload();
  await drawn(page, 8);
  expect(await page.inputValue('#preset') === 'russell-norvig-5', 'a reload forgets the preset');
  // A mistake is told at its place, and the tree comes back when it is put right.
  await page.fill('#tree', '(1 2');
  await page.waitForFunction(() => document.getElementById('wrong').textContent.includes('column'));
  expect(await page.getAttribute('#tree', 'aria-invalid') === 'true', 'the text is not marked');
  await page.fill('#tree', '(1 2)');
  await page.waitForFunction(() => document.getElementById('wrong').textContent === '');
  await page.waitForFunction(() => document.getElementById('said').textContent.includes('the choice is 2'));
  // The slider.
  await page.focus('#step');
  await page.keyboard.press('Home');
  await drawn(page, 0);
  // Every preset.
  for (const id of await page.$$eval('#preset option', (all) => all.map((one) => one.value).filter(Boolean))) {
    const picture = (response) => response.url().endsWith('/api/tree') && response.request().postData().includes('format=svg');
    await Promise.all([page.waitForResponse(picture), page.selectOption('#preset', id)]);
    // The second rule is there where the preset has one, and only there.
    await page.waitForFunction((wanted) => document.getElementById('preset').value === wanted
      && document.getElementById('second').hidden === (document.getElementById('beside').value === ''), id);
    expect(await page.textContent('#wrong') === '', `${id}: ${await page.textContent('#wrong')}`);
  }
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('[data-save=png]')]);
  expect(readFileSync(await saved.path()).subarray(1, 4).toString() === 'PNG', 'no PNG was saved');
  await page.goBack();
  await page.waitForFunction(() => document.getElementById('preset').value !== 'tic-tac-toe');
  await page.close();
}

// Room 2: a slider changes the curve; the saved file and what is shown.
{
  const page = await room('/curves#squares=p&branching=2&plies=7&error=0.1&most=1000&seed=3&exact=on&rules=minimax%3Bemm');
  const done = () => page.waitForFunction(() => /^1000 trials/.test(document.getElementById('said').textContent));
  await done();
  const before = await page.textContent('#table');
  await page.focus('#error');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction((old) => document.getElementById('table').textContent !== old, before);
  await done();
  expect((await page.evaluate(() => location.hash)).includes('error=0.11'), 'the address does not hold the slider');
  const svg = await page.evaluate(() => document.getElementById('picture').shadowRoot.innerHTML);
  expect(svg.includes('minimax, exact'), 'no exact curve');
  // Values under the pointer.
  const dot = await page.evaluate(() => { const { x, y, width, height } = document.getElementById('picture').shadowRoot.querySelector('.dot circle').getBoundingClientRect(); return [x + width / 2, y + height / 2]; });
  await page.mouse.move(...dot);
  await page.waitForFunction(() => /, 1: 0\.\d{4}/.test(document.querySelector('.tip')?.textContent ?? ''));
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('[data-save=toml]')]);
  await file.saveAs(join(folder, 'curves.toml'));
  const cells = await page.$$eval('#table tbody tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  const text = await page.evaluate(async () => {
    const fields = { game: 'board-splitting(branching=2,depth=7,squares=p)', evaluator: 'artificial(error=0.11)', rules: 'minimax;emm', depths: '1..6', trials: 1000, seed: 3 };
    return (await fetch('/api/curves', { method: 'POST', body: new URLSearchParams(fields) })).text();
  });
  const found = JSON.parse(text);
  for (const [depth, ...texts] of cells) {
    for (const [i, series] of ['minimax', 'emm'].entries()) {
      const row = found.experiments[0].results.find((one) => one.series === series && one.depth === Number(depth));
      expect(Math.abs(Number(texts[i].split(' ')[0]) - row.value) < 5.1e-5, `depth ${depth}, ${series}: shown ${texts[i]}, found ${row.value}`);
    }
  }
  writeFileSync(join(folder, 'shown.json'), text);
  // The whole slider is accepted; an address that asks for more gets the most that there is.
  await page.fill('#error', await page.getAttribute('#error', 'max'));
  await page.waitForFunction(() => document.querySelector('output[for=error]').textContent === '0.49');
  await done();
  expect(await page.textContent('#wrong') === '', `the largest error: ${await page.textContent('#wrong')}`);
  // What is refused is said in place of the curve, and the curve comes back.
  await page.fill('#seed', 'x');
  await page.waitForFunction(() => document.getElementById('wrong').textContent !== '');
  const left = await page.evaluate(() => document.getElementById('picture').shadowRoot.childElementCount + document.getElementById('table').childElementCount + document.getElementById('said').textContent.length);
  expect(left === 0, 'the old curve stays beside a refusal');
  await page.fill('#seed', '3');
  await page.waitForFunction(() => document.getElementById('picture').shadowRoot.querySelector('svg'));
  expect(await page.textContent('#wrong') === '', 'the refusal stays beside a curve');
  // What the slider for mixed games says at its ends: with 0 as an N-game, with 1 not.
  const ends = (await page.textContent('label[for=mix]')).match(/(\d) an N-game, (\d) a P-game/);
  const games = await page.evaluate(async ([n, p]) => {
    const accuracies = async (squares) => {
      const fields = { game: `board-splitting(depth=8,${squares})`, evaluator: 'artificial(error=0.1)', rules: 'minimax', depths: '1..5', trials: 2000 };
      const { experiments: [found] } = await (await fetch('/api/curves', { method: 'POST', body: new URLSearchParams(fields) })).json();
      return found.results.map((row) => row.value);
    };
    return Promise.all([`squares=mixed,mix=${n}`, 'squares=n', `squares=mixed,mix=${p}`, 'squares=p'].map(accuracies));
  }, ends.slice(1));
  const apart = (one, other) => Math.max(...one.map((value, i) => Math.abs(value - other[i])));
  const [mixedN, pureN, mixedP, pureP] = games;
  expect(2 * apart(mixedN, pureN) < apart(mixedN, pureP) && 2 * apart(mixedP, pureP) < apart(mixedP, pureN), `the mix is the other way round: ${JSON.stringify(games)}`);
  await accessible(page, 'curves');
  await page.close();
}

// Room 3: a hostile title is text; series, filters, two runs compared.
{
  const page = await room('/runs');
  await page.waitForSelector('#list button');
  expect((await page.textContent('#list')).includes(hostile), 'the hostile title is not shown as it is');
  await page.getByRole('button', { name: hostile }).click();
  await page.waitForFunction((title) => document.getElementById('title').textContent === title, hostile);
  await page.waitForFunction(() => document.getElementById('picture').shadowRoot?.querySelector('svg'));
  expect(await page.$$eval('img', (all) => all.length) === 0, 'markup of a title came alive');
  const curves = () => page.evaluate(() => document.getElementById('picture').shadowRoot.innerHTML.includes('<title>minimax</title>'));
  expect(await curves(), 'no curve of minimax');
  await page.uncheck('[name=curve][value=minimax]');
  await page.waitForFunction(() => !document.getElementById('picture').shadowRoot.innerHTML.includes('<title>minimax</title>'));
  // What the terminal and the report say beside a claim.
  const beside = async (name, remark) => {
    await page.getByRole('button', { name }).click();
    await page.waitForFunction((said) => document.getElementById('claims').textContent.includes(said), remark).catch(() => expect(false, `${name}: the page does not say: ${remark}`));
  };
  await beside("Minimax's advantage", 'Chosen reading: It was found by comparing with the printed numbers.');
  await beside('Shares of the critical positions', 'The statement is ours.');
  await page.getByRole('button', { name: hostile }).click();
  await page.waitForFunction(() => document.getElementById('claims').textContent.includes('EMM is more accurate.'));
  await page.fill('#text', 'wilson');
  await page.waitForFunction(() => document.querySelectorAll('#list button').length === 1);
  await page.fill('#text', '');
  await page.selectOption('#other', { index: 1 });
  await page.waitForFunction(() => document.getElementById('diff').textContent !== '');
  await accessible(page, 'runs');
  await page.close();
  // What was spent is shown in its unit.
  const nodes = await room('/runs#run=nodes');
  await nodes.waitForSelector('#table tbody tr', { state: 'attached' });
  const rows = await nodes.$$eval('#table tr', (all) => all.map((row) => row.children[1].textContent));
  expect(rows.join() === 'nodes,10,100', `a run by nodes shows ${rows}`);
  await nodes.close();
}

// Room 4: the worst position opens in room 1.
{
  const page = await room('/measurements');
  await page.waitForSelector('.boards section');
  await page.waitForLoadState('networkidle');
  await accessible(page, 'measurements');
  // In the order of the report: what holds, what to do, the rest, and last what was measured.
  const heads = await page.evaluate(() => [...document.getElementById('shown').shadowRoot.querySelectorAll('h1, h2')].map((one) => one.textContent));
  const places = [/ positions from /, /Accuracy by effort/, /repairs and breaks/, /Positions to look at/, /What was measured/].map((head) => heads.findIndex((one) => head.test(one)));
  expect(places[0] === 0 && places.every((place, i) => place > (places[i - 1] ?? -1)), `the measurement is out of order: ${heads}`);
  await page.click('.boards section:first-child a[data-depth="2"]');
  await page.waitForFunction(() => /choice is/.test(document.getElementById('said')?.textContent ?? ''));
  expect(await page.inputValue('#tree') === 'connect-four(width=4,height=4,run=3)', 'another tree opened');
  await page.goBack();
  await page.waitForSelector('.boards section');
  await page.close();
}

// All rooms, narrow and wide, light and dark: nothing sticks out, and everybody can read them.
for (const [width, scheme] of [[360, 'dark'], [1280, 'light'], [360, 'light'], [1280, 'dark']]) {
  for (const path of ['/', '/curves#most=1000', '/runs', '/measurements']) {
    const page = await room(path, { width, scheme });
    await page.waitForLoadState('networkidle');
    await fits(page, `${path} at ${width}`);
    if (path === '/' || width === 360) await accessible(page, `${path} at ${width}, ${scheme}`);
    await page.close();
  }
}

expect(outside.length === 0, `requests that left the machine: ${outside}`);
await browser.close();
console.log(wrong.length ? wrong.join('\n') : 'all well');
process.exit(wrong.length ? 1 : 0);
