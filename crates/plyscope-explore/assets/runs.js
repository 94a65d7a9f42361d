// Room 3: the runs of a folder. What they found comes from the server; here it is filtered and laid out.
import { ask, clear, element, number, save, show, state, table, tell, tips } from './common.js';

const at = (id) => document.getElementById(id);
let runs = [];
let open = null; // the run that is shown
let about = null;
let asking = new AbortController();

const verdicts = () => [...document.querySelectorAll('[name=verdict]:checked')].map((box) => box.value);
const paper = (run) => (run.source ?? '').split(/[,;]/)[0];

function matches(run) {
  const text = at('text').value.trim().toLowerCase();
  const words = [run.run, run.id, run.title, run.source, ...(run.claims ?? []).map((claim) => claim.text)];
  if (text && !words.some((word) => (word ?? '').toLowerCase().includes(text))) return false;
  if (at('source').value && paper(run) !== at('source').value) return false;
  const wanted = verdicts();
  return wanted.length === document.querySelectorAll('[name=verdict]').length || (run.claims ?? []).some((claim) => wanted.includes(claim.verdict));
}

function list() {
  const found = runs.filter(matches);
  const claims = found.flatMap((run) => run.claims ?? []);
  const count = (verdict) => claims.filter((claim) => claim.verdict === verdict).length;
  tell(at('found'), `${found.length} of ${runs.length} runs; claims: ${count('supported')} supported, ${count('refuted')} refuted, ${count('equal')} equal, ${count('not-testable')} not testable, ${count('undecided')} undecided`);
  at('list').replaceChildren(...found.map((run) => {
    const bad = run.kind === 'unreadable';
    const marks = (run.claims ?? []).map((claim) => element('span', { class: claim.verdict, title: claim.verdict }, { supported: '✓', refuted: '✗', equal: '=', 'not-testable': '–', undecided: '?' }[claim.verdict]));
    const told = (run.claims ?? []).length ? element('span', { class: 'heard' }, ` claims: ${run.claims.map((claim) => claim.verdict).join(', ')}`) : null;
    const head = element('button', { type: 'button', 'aria-pressed': String(run.run === open), onclick: () => choose(run.run, true), disabled: bad },
      run.title ?? run.run, ' ', element('span', { 'aria-hidden': 'true' }, ...marks), told);
    return element('li', {}, head, element('div', { class: 'quiet' }, bad ? `${run.run}: ${run.error}` : `${run.id}, ${run.source}`));
  }));
}

async function choose(name, anew) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  open = name;
  state.write({ run: name }, anew);
  list();
  try {
    const [told, { experiments: [found] }] = await Promise.all([
      ask('/api/run', { run: name, format: 'about' }, { signal }),
      ask('/api/run', { run: name }, { signal }),
    ]);
    about = told;
    tell(at('wrong'), '');
    at('run').hidden = false;
    at('title').textContent = about.title;
    at('about').textContent = `${about.source}. ${about.how}`;
    at('reading').textContent = about.reading;
    at('command').textContent = about.command;
    at('figure').hidden = !about.figure;
    at('series').replaceChildren(...about.series.map((label) => element('label', {}, element('input', { type: 'checkbox', name: 'curve', value: label, checked: true }), label)));
    for (const end of ends) at(end).value = '';
    claims(found);
    rows(found);
    others();
    if (about.figure) await figure();
    if (anew) at('title').focus();
  } catch (error) {
    if (error.name !== 'AbortError') tell(at('wrong'), error.message, true);
  }
}

/** The ends of both axes. */
const ends = ['left', 'right', 'low', 'high'];

function looks() {
  const hidden = [...document.querySelectorAll('[name=curve]:not(:checked)')].map((box) => box.value);
  return { run: open, without: hidden.join('\n'), ...Object.fromEntries(ends.map((end) => [end, at(end).value])) };
}

async function figure() {
  try {
    const svg = await ask('/api/figure', { ...looks(), values: 'yes' }, { as: 'text', signal: asking.signal });
    tell(at('status'), '');
    tips(show(at('picture'), svg));
  } catch (error) {
    if (error.name === 'AbortError') return;
    tell(at('status'), error.message, true);
    clear(at('picture'));
  }
}

function claims(found) {
  const items = found.claims.map((claim, i) => element('li', {},
    element('span', { class: `verdict ${claim.verdict}` }, claim.verdict), ' ', claim.text,
    element('div', { class: 'quiet' }, claim.evidence),
    ...about.remarks[i].map((remark) => element('div', { class: 'remark' }, remark))));
  at('claims').replaceChildren(...(items.length ? [element('h3', {}, 'Claims'), element('ul', { class: 'list' }, ...items)] : []));
}

/** What a row's decision may spend, by the key of its amount. */
const UNITS = { depth: 'depth', budget: 'nodes', iterations: 'iterations', evaluations: 'evaluations', movetime: 'ms' };

function rows(found) {
  const spent = (row) => Object.keys(UNITS).find((key) => row[key] != null);
  const units = [...new Set(found.results.map(spent).filter(Boolean))].map((key) => UNITS[key]);
  const interval = (row) => (row.low === null ? 'exact' : `[${number(row.low)}, ${number(row.high)}]`);
  const point = (row) => Object.entries(row.point).map(([name, value]) => `${name} ${value}`).join(', ');
  const all = found.results.slice(0, 1000).map((row) => [row.series, String(row[spent(row)] ?? '–'), point(row), number(row.value), interval(row), number(row.printed)]);
  const more = found.results.length > 1000 ? ` (the first 1000 of ${found.results.length})` : '';
  at('table').replaceChildren(table(`${found.results[0]?.metric ?? 'values'}${more}`, [['series', units.join(' or ') || 'depth', 'at', 'value', '95% interval', 'printed'], ...all]));
}

function others() {
  const rest = runs.filter((run) => run.run !== open && run.kind !== 'unreadable');
  at('other').replaceChildren(element('option', { value: '' }, 'none'), ...rest.map((run) => element('option', { value: run.run }, `${run.title} (${run.run})`)));
  at('diff').replaceChildren();
}

async function diff() {
  at('diff').replaceChildren();
  if (!at('other').value) return;
  try {
    const found = await ask('/api/diff', { before: open, after: at('other').value }, { signal: asking.signal });
    const line = (row) => [row.value, number(row.before), number(row.after), number(row.difference), row.low === null ? 'exact' : `[${number(row.low)}, ${number(row.high)}]`, row.beyond_chance ? 'yes' : 'no'];
    at('diff').replaceChildren(
      element('p', {}, `${found.relation} ${found.differences.length} values differ, ${found.beyond_chance} beyond chance; ${found.same} are the same, ${found.in_one_only} are in one run only.`),
      table('What differs', [['value', 'here', 'there', 'difference', 'interval', 'beyond chance'], ...found.differences.slice(0, 500).map(line)]));
  } catch (error) {
    if (error.name !== 'AbortError') at('diff').replaceChildren(element('p', { class: 'bad' }, error.message));
  }
}

async function start() {
  const found = await ask('/api/runs');
  runs = found.runs;
  const sources = [...new Set(runs.map(paper))].filter(Boolean).sort();
  at('source').append(...sources.map((source) => element('option', { value: source }, source)));
  list();
  if (!found.folder) tell(at('found'), 'No folder was given. Start the explorer with one: plyscope explore results');
  restore();
}

function restore() {
  const { run } = state.read();
  if (run) choose(run, false);
  else if (runs.length === 1 && runs[0].kind !== 'unreadable') choose(runs[0].run, false);
}

at('filter').addEventListener('input', list);
at('filter').addEventListener('submit', (event) => event.preventDefault());
at('looks').addEventListener('input', figure);
at('looks').addEventListener('submit', (event) => event.preventDefault());
at('other').addEventListener('change', diff);
for (const button of document.querySelectorAll('[data-save]')) {
  button.addEventListener('click', () => {
    const format = button.dataset.save;
    const done = format === 'csv' ? save('/api/run', { run: open, format }, 'results.csv') : save('/api/figure', { ...looks(), format }, `figure.${format}`);
    done.then(() => tell(at('status'), 'Saved.'), (error) => tell(at('status'), error.message, true));
  });
}
addEventListener('popstate', restore);
start().catch((error) => tell(at('wrong'), error.message, true));
