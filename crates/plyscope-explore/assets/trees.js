// Room 1: a tree, searched step by step. What is searched, known and drawn is the server's; here are keys and the slider.
import { ask, clear, copy, element, number, save, show, state, table, tell } from './common.js';

const at = (id) => document.getElementById(id);
const form = at('form');
const FIELDS = ['tree', 'rule', 'beside', 'search', 'error', 'depth', 'position', 'evaluator', 'seed', 'trial', 'movers'];
let presets = [];
let steps = []; // of the search that is shown
let drawn = null; // as the server gave it
let shown = 0;
let asking = new AbortController();
let playing = null;
const pictures = new Map(); // by step, of the search that is shown

const fields = () => Object.fromEntries(FIELDS.map((name) => [name, form.elements[name].value.trim()]));
const searched = ({ beside, ...rest }) => rest;

function fill(values) {
  for (const name of FIELDS) form.elements[name].value = values[name] ?? '';
  at('more').open = ['position', 'evaluator', 'seed', 'trial', 'movers'].some((name) => values[name]);
  const same = (preset) => FIELDS.every((name) => (preset.fields[name] ?? '') === (values[name] ?? ''));
  const preset = presets.find(same);
  at('preset').value = preset?.id ?? '';
  at('about').textContent = preset?.text ?? '';
  at('stages').replaceChildren(...(preset?.stages ?? []).map(({ name, step }) =>
    element('button', { type: 'button', 'data-stage': name, onclick: () => go(step) }, `(${name})`)));
}

/** Searches what the form says; a step that the address names is kept. */
async function search(step, anew) {
  stop();
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const wanted = fields();
  state.write({ ...wanted, step }, anew);
  if (!wanted.tree) return;
  try {
    const answer = await ask('/api/tree', { ...searched(wanted), format: 'steps' }, { signal });
    pictures.clear();
    [drawn, steps] = [answer, answer.steps];
    tell(at('wrong'), '');
    form.elements.tree.removeAttribute('aria-invalid');
    at('walk').hidden = false;
    at('second').hidden = !wanted.beside;
    at('step').max = steps.length - 1;
    nodes();
    await go(Math.min(step ?? steps.length - 1, steps.length - 1));
  } catch (error) {
    if (error.name === 'AbortError') return;
    at('walk').hidden = true;
    tell(at('wrong'), error.message, true);
    if (error.line) mark(error.line, error.column);
  }
}

/** The place of a mistake in the text. */
function mark(line, column) {
  const text = form.elements.tree;
  text.setAttribute('aria-invalid', 'true');
  const start = text.value.split('\n').slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  if (document.activeElement !== text) return;
  text.setSelectionRange(start, Math.min(start + 1, text.value.length));
}

function picture(step, second) {
  const wanted = fields();
  const one = { ...wanted, format: 'svg', step };
  const other = { ...wanted, rule: wanted.beside, beside: wanted.rule || 'minimax', format: 'svg', step };
  const key = `${step} ${second}`;
  if (!pictures.has(key)) {
    if (pictures.size > 200) pictures.clear();
    const asked = ask('/api/tree', second ? other : one, { as: 'text', signal: asking.signal });
    asked.catch(() => pictures.delete(key));
    pictures.set(key, asked);
  }
  return pictures.get(key);
}

/** Shows a step. */
async function go(step) {
  shown = Math.max(0, Math.min(step, steps.length - 1));
  const now = steps[shown];
  const wanted = fields();
  at('step').value = shown;
  at('step').setAttribute('aria-valuetext', `${shown} of ${steps.length - 1}: ${now.text}`);
  at('count').textContent = `${shown} / ${steps.length - 1}`;
  tell(at('said'), now.text);
  at('counts').textContent = `So far: ${now.looked_at} nodes looked at, ${now.leaves} of them leaves; ${now.cut} cut.`;
  for (const button of at('stages').children) {
    const preset = presets.find(({ id }) => id === at('preset').value);
    const stage = preset?.stages.find(({ name }) => name === button.dataset.stage);
    button.setAttribute('aria-pressed', stage?.step === shown);
  }
  at('first').disabled = at('back').disabled = shown === 0;
  at('next').disabled = at('last').disabled = shown === steps.length - 1;
  state.write({ ...wanted, step: shown });
  path();
  const mine = shown;
  try {
    const [svg, other] = await Promise.all([picture(mine, false), wanted.beside ? picture(mine, true) : null]);
    if (mine !== shown) return;
    at('caption').textContent = wanted.rule || 'minimax';
    at('caption2').textContent = wanted.beside;
    place(at('picture'), svg);
    if (other) place(at('picture2'), other);
    // Side by side as long as both can be read.
    at('pictures').classList.toggle('stacked', Number(svg.match(/ width="(\d+)/)?.[1] ?? 0) > 720);
    // The next one, so that it is there when it is asked for.
    if (shown + 1 < steps.length) picture(shown + 1, false);
  } catch (error) {
    if (error.name === 'AbortError') return;
    tell(at('wrong'), error.message, true);
    clear(at('picture'));
    clear(at('picture2'));
  }
}

function place(host, svg) {
  const made = show(host, svg);
  const here = made.querySelector('.node .now') ?? made.querySelector('[data-node="0"]');
  if (!here || host.scrollWidth <= host.clientWidth) return;
  const box = here.getBoundingClientRect();
  const frame = host.getBoundingClientRect();
  if (box.left < frame.left || box.right > frame.right) {
    host.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2;
  }
}

/** What is known of every node now, by its way. */
function known() {
  const found = new Map();
  for (const step of steps.slice(0, shown + 1)) {
    for (const change of step.changes) found.set(change.path.join('.'), change);
  }
  return found;
}

/** Alpha and beta along the path. */
function path() {
  const now = known();
  const way = steps[shown].path;
  const rows = [['node', 'worth', 'α: player 1 is sure of', 'β: player 2 is sure of']];
  for (let length = 0; length <= way.length; length += 1) {
    const node = now.get(way.slice(0, length).join('.'));
    if (!node) continue;
    const sure = (end, text) => (node.alpha === null && node.beta === null && node.seen !== 'open' ? '–' : end === null ? '–' : `${number(end)} ${text}`);
    rows.push([node.name, worth(node), sure(node.alpha, 'or more'), sure(node.beta, 'or less')]);
  }
  at('path').replaceChildren(table('From the root to the node of this step', rows));
}

function worth({ low, high }) {
  const text = (value) => (Array.isArray(value) ? `[${value.join(' ')}]` : number(value, 6));
  if (low === null && high === null) return 'not known';
  if (low === null) return `at most ${text(high)}`;
  if (high === null) return `at least ${text(low)}`;
  return String(low) === String(high) ? text(low) : `${text(low)} to ${text(high)}`;
}

/** The whole tree as a table, for those who do not see the picture. */
function nodes() {
  const rows = [['node', 'mover', 'value', 'error', 'type', 'searched']];
  const walk = (node, level) => {
    if (rows.length > 500) return;
    const value = Array.isArray(node.value) ? `[${node.value.join(' ')}]` : number(node.value, 6);
    const bound = { 'at-least': '≥ ', 'at-most': '≤ ' }[node.bound] ?? '';
    rows.push([' '.repeat(3 * level) + node.name, node.mover ?? '–', bound + value, number(node.error, 6), node.type ?? '–', node.pruned ? 'no' : 'yes']);
    for (const child of node.children) walk(child, level + 1);
  };
  walk(drawn.tree, 0);
  const more = rows.length > 500 ? ' (the first 500)' : '';
  at('table').replaceChildren(table(`All nodes when the search is done${more}; the choice is ${drawn.choice_name}`, rows));
}

function stop() {
  clearInterval(playing);
  playing = null;
  at('play').setAttribute('aria-pressed', 'false');
  at('play').textContent = 'Play';
}

function play() {
  if (playing) return stop();
  if (shown === steps.length - 1) go(0);
  at('play').setAttribute('aria-pressed', 'true');
  at('play').textContent = 'Pause';
  playing = setInterval(() => (shown < steps.length - 1 ? go(shown + 1) : stop()), 1400);
}

function quoted(text) {
  return /^[\w./,=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function command() {
  const { tree, beside, ...rest } = fields();
  const options = Object.entries(rest).filter(([, value]) => value).map(([name, value]) => `--${name} ${quoted(value)}`);
  return ['plyscope tree', quoted(tree), ...options, '--steps'].join(' ');
}

let typing = null;
form.addEventListener('input', (event) => {
  clearTimeout(typing);
  at('preset').value = '';
  at('about').textContent = '';
  at('stages').replaceChildren();
  typing = setTimeout(() => search(undefined, false), event.target === form.elements.tree ? 350 : 500);
});
form.addEventListener('submit', (event) => { event.preventDefault(); search(undefined, true); });
at('preset').addEventListener('change', () => {
  const preset = presets.find(({ id }) => id === at('preset').value);
  if (!preset) return;
  fill(preset.fields);
  search(preset.stages.length || preset.fields.search === 'pruned' ? 0 : undefined, true);
});
at('step').addEventListener('input', () => { stop(); go(Number(at('step').value)); });
for (const [id, to] of [['first', () => 0], ['back', () => shown - 1], ['next', () => shown + 1], ['last', () => steps.length - 1]]) {
  at(id).addEventListener('click', () => { stop(); go(to()); });
}
at('play').addEventListener('click', play);
at('link').addEventListener('click', () => copy(location.href, at('status')));
at('command').addEventListener('click', () => copy(command(), at('status')));
for (const button of document.querySelectorAll('[data-save]')) {
  button.addEventListener('click', () => {
    const format = button.dataset.save;
    const picture = format === 'svg' || format === 'png';
    const asked = picture ? { ...fields(), step: shown } : searched(fields());
    const ending = format === 'text' ? 'txt' : format;
    save('/api/tree', { ...asked, format }, `tree.${ending}`).then(() => tell(at('status'), 'Saved.'), (error) => tell(at('status'), error.message, true));
  });
}
document.addEventListener('keydown', (event) => {
  // Fields need all of these keys; what can be pressed needs the space bar alone.
  const taken = event.key === ' ' ? 'input, textarea, select, button, summary, a' : 'input, textarea, select';
  if (event.target.closest(taken) || event.ctrlKey || event.metaKey || event.altKey || at('walk').hidden) return;
  const to = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: steps.length - 1 }[event.key];
  if (event.key === ' ') play();
  else if (to === undefined) return;
  else { stop(); go(to); }
  event.preventDefault();
});
addEventListener('popstate', restore);

/** Shows what the address says. */
function restore() {
  const values = state.read();
  if (!values.tree) return begin();
  fill(values);
  return search(values.step === undefined ? undefined : Number(values.step), false);
}

function begin() {
  fill(presets[0].fields);
  return search(0, false);
}

async function start() {
  const [all, kinds] = await Promise.all([ask('/api/presets'), ask('/api/list')]);
  presets = all;
  at('preset').append(...presets.map(({ id, title }) => element('option', { value: id }, title)));
  for (const kind of ['rules', 'searches', 'evaluators']) {
    const entries = kinds.filter((entry) => entry.kind === kind);
    at(kind).append(...entries.map(({ name, summary }) => element('option', { value: name }, summary)));
  }
  await restore();
}

start().catch((error) => tell(at('wrong'), error.message, true));
