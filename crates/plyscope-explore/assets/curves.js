// Room 2: curves that follow the sliders. Every answer is an experiment, run by the server; here it is only asked for again
// with more trials until something is moved.
import { ask, clear, copy, number, save, show, state, table, tell, tips } from './common.js';

const at = (id) => document.getElementById(id);
const form = at('form');
const SLIDERS = ['branching', 'plies', 'p', 'mix', 'error'];
const FIRST = 640; // trials of the first curve
let asking = new AbortController();
let asked = null; // what the picture shows

const value = (name) => form.elements[name].value;
const rules = () => [...document.querySelectorAll('[name=rule]:checked')].map((box) => box.value);

/** The fields of /api/curves. */
function question(trials) {
  const squares = value('squares');
  const game = [`branching=${value('branching')}`, `depth=${value('plies')}`, `squares=${squares}`];
  if (squares !== 'n' && Number(value('p')) > 0) game.push(`p=${value('p')}`);
  if (squares === 'mixed') game.push(`mix=${value('mix')}`);
  const evaluator = value('evaluator') === 'artificial' ? `artificial(error=${value('error')})` : 'natural';
  const deepest = Math.min(Number(value('plies')) - 1, 10);
  return {
    game: `board-splitting(${game.join(',')})`,
    evaluator,
    rules: rules().join(';'),
    depths: `1..${deepest}`,
    trials,
    seed: value('seed') || 1,
    exact: form.elements.exact.checked ? 'yes' : 'no',
  };
}

/** Longest games that are still quick, by branching factor. */
const LONGEST = { 2: 14, 3: 10, 4: 8, 5: 7 };

function labels() {
  const longest = LONGEST[value('branching')] ?? 6;
  form.elements.plies.max = longest;
  for (const name of SLIDERS) {
    const text = name === 'p' && Number(value('p')) === 0 ? 'critical' : value(name);
    document.querySelector(`output[for=${name}]`).textContent = text;
    form.elements[name].setAttribute('aria-valuetext', text);
  }
  form.elements.mix.disabled = value('squares') !== 'mixed';
  form.elements.p.disabled = value('squares') === 'n';
  form.elements.error.disabled = value('evaluator') !== 'artificial';
}

/** Samples, more and more. */
async function sample() {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  labels();
  state.write(Object.fromEntries([...new FormData(form)].filter(([name]) => name !== 'rule').concat([['rules', rules().join(';')]])));
  if (!rules().length) return refused('Choose at least one rule.');
  const most = Number(value('most'));
  try {
    for (let trials = Math.min(FIRST, most); ; trials = Math.min(trials * 4, most)) {
      const now = question(trials);
      const svg = await ask('/api/curves', { ...now, format: 'svg', values: 'yes' }, { signal, as: 'text' });
      const { exact, ...same } = now;
      const { experiments: [found] } = await ask('/api/curves', same, { signal });
      asked = now;
      tell(at('wrong'), '');
      tips(show(at('picture'), svg));
      rows(found);
      if (trials >= most) {
        const verdict = await ask('/api/curves', { ...same, format: 'verdict' }, { signal, as: 'text' });
        tell(at('said'), `${trials} trials, seed ${now.seed}. ${verdict}`);
        return undefined;
      }
      tell(at('said'), `${trials} trials so far; refining…`);
    }
  } catch (error) {
    if (error.name !== 'AbortError') refused(error.message);
  }
  return undefined;
}

/** Why there is no curve. The last one is taken away: it answers another question. */
function refused(why) {
  asked = null;
  tell(at('wrong'), why, true);
  tell(at('said'), '');
  clear(at('picture'));
  at('table').replaceChildren();
}

function rows({ results }) {
  const series = [...new Set(results.map((row) => row.series))];
  const depths = [...new Set(results.map((row) => row.depth))];
  const cell = (row) => `${number(row.value)} [${number(row.low)}, ${number(row.high)}]`;
  const line = (depth) => [String(depth), ...series.map((name) => cell(results.find((row) => row.series === name && row.depth === depth)))];
  at('table').replaceChildren(table('Decision accuracy with 95% intervals', [['depth', ...series], ...depths.map(line)]));
}

function restore() {
  const { rules: chosen, ...values } = state.read();
  for (const [name, text] of Object.entries(values)) {
    const field = form.elements[name];
    if (field && field.type !== 'checkbox') field.value = text;
  }
  if (Object.keys(values).length) form.elements.exact.checked = values.exact === 'on';
  if (chosen !== undefined) {
    for (const box of document.querySelectorAll('[name=rule]')) box.checked = chosen.split(';').includes(box.value);
  }
  labels();
  sample();
}

form.addEventListener('input', sample);
form.addEventListener('submit', (event) => event.preventDefault());
at('link').addEventListener('click', () => copy(location.href, at('status')));
for (const button of document.querySelectorAll('[data-save]')) {
  button.addEventListener('click', () => {
    const format = button.dataset.save;
    const done = save('/api/curves', { ...(asked ?? question(FIRST)), format }, `curves.${format}`);
    done.then(() => tell(at('status'), 'Saved.'), (error) => tell(at('status'), error.message, true));
  });
}
addEventListener('popstate', restore);
restore();
