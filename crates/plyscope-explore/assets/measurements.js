// Room 4: what `plyscope measure` found, and the trees at the positions to look at.
import { ask, element, number, percent, show, state, table, tell } from './common.js';

const at = (id) => document.getElementById(id);
let asking = new AbortController();

const estimate = (found, digits = 1) => (found ? `${percent(found.value, digits)} [${percent(found.low, digits)}, ${percent(found.high, digits)}]` : '–');
const effort = (one) => Object.entries(one).filter(([, value]) => typeof value === 'number').map(([name, value]) => `${name} ${value}`)[0] ?? '';
const spent = ({ depth, nodes, iterations, evaluations }) => (depth !== undefined ? `depth ${depth}` : nodes !== undefined ? `${nodes} nodes` : iterations !== undefined ? `${iterations} iterations` : `${evaluations} evaluations`);

async function choose(run, anew) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  state.write({ run }, anew);
  at('which').value = run;
  try {
    const [{ measurement }, worst] = await Promise.all([
      ask('/api/measurement', { run }, { signal }),
      ask('/api/worst', { run }, { signal }),
    ]);
    tell(at('wrong'), '');
    at('shown').hidden = false;
    const truths = [measurement.truth].flat();
    at('about').textContent = `${measurement.game}: ${measurement.trials} positions from ${measurement.positions}, seed ${measurement.seed}, judged by ${truths.map((truth) => `${truth.name} (${truth.certainty})`).join(', ')}. Passed over: ${measurement.trivial} trivial, ${measurement.unsolved} unsolved, ${measurement.failed} failed.`;
    at('warnings').replaceChildren(...measurement.warnings.map((text) => element('p', { class: 'bad' }, text)));
    const judged = measurement.players ? [['', measurement.players]] : Object.entries(measurement.judged_by ?? {});
    const all = judged.flatMap(([truth, players]) => players.map((player) => [truth, player]));
    at('players').replaceChildren();
    // The first truth says which positions to look at.
    const examples = (truth, player) => (truth === judged[0][0] ? worst.filter((one) => one.player === player.name) : []);
    for (const [i, [truth, player]] of all.entries()) await put(run, i, truth, player, examples(truth, player), signal);
    boards(worst);
  } catch (error) {
    if (error.name !== 'AbortError') tell(at('wrong'), error.message, true);
  }
}

/** A player in the order of the report: what holds, a position that shows it, accuracy, what to do; then the rest. */
async function put(run, i, truth, player, examples, signal) {
  const tail = i === 0 ? '' : `-${i + 1}`;
  const picture = (label) => element('div', { class: 'picture chart', tabindex: '0', role: 'group', 'aria-label': label });
  const { finding } = player;
  const loses = ['confirmed', 'step'].includes(finding.id);
  const curves = picture('Accuracy by effort; the table below has the numbers');
  const changes = picture('What every step repairs and breaks; the table below has the numbers');
  at('players').append(element('section', { 'aria-label': player.name },
    element('p', { class: 'quiet' }, player.name, truth ? ` judged by ${truth}` : ''),
    element('h2', {}, finding.overall, ' ', loses ? element('span', { class: 'bad' }, finding.text) : finding.text),
    element('div', { class: 'pair' }, loses && examples.length ? example(examples[0]) : null, element('div', {}, curves, toDo(player))),
    accuracies(player),
    changes,
    steps(player),
    element('p', { class: 'verdict' }, player.verdict.text),
    why(player),
    phases(player)));
  // The group in which a step loses beside all positions, where there is one.
  const group = (player.confirmed ?? []).some(({ verdict, by }) => verdict === 'hurts' && by !== 'all');
  for (const [host, name] of [[curves, group ? 'group' : 'accuracy'], [changes, 'steps']]) {
    try {
      show(host, await ask('/api/measurement', { run, picture: `${name}${tail}.svg` }, { as: 'text', signal }));
    } catch (error) {
      if (error.name === 'AbortError') throw error;
      host.remove(); // there is no such picture: one effort has no steps
    }
  }
}

/** A position that the step of the finding breaks. */
function example(one) {
  return element('div', {},
    one.picture ? board(one.picture) : element('pre', { tabindex: '0' }, one.board || one.position),
    element('p', { class: 'quiet' }, one.position),
    chosen(one, Object.keys(one.chosen).filter((amount) => near(one, Number(amount)))));
}

/** Is an effort one of the step's, or the next behind it? */
function near({ from, to, chosen: all }, amount) {
  const of = (end) => Object.values(end).find((value) => typeof value === 'number');
  const next = Object.keys(all).map(Number).filter((other) => other > of(to)).sort((a, b) => a - b)[0];
  return amount >= of(from) && amount <= (next ?? of(to));
}

/** What was chosen at some efforts. */
function chosen(one, amounts = Object.keys(one.chosen)) {
  const mark = (moves) => (!one.right.length ? '' : moves.every((move) => one.right.includes(move)) ? ' (correct)' : moves.some((move) => one.right.includes(move)) ? '' : ' (wrong)');
  const rows = amounts.map((amount) => [amount, one.chosen[amount].join(', ') + mark(one.chosen[amount]), number(one.values[amount])]);
  return element('div', { class: 'scroll' }, table('Chosen move and value', [['effort', 'chosen', 'value'], ...rows]));
}

function toDo(player) {
  const advice = player.advice.flatMap(({ text, command }) => [element('p', {}, text), command ? element('pre', { tabindex: '0' }, command) : null]);
  const { file, broken } = player.finding;
  const all = file ? element('p', {}, `${broken === 1 ? '1 such position is' : `${broken} such positions are`} in `, element('code', {}, file), ' of the folder.') : null;
  if (!advice.length && !all) return null;
  return element('div', {}, element('h3', {}, 'What to do'), ...advice, broken ? all : null);
}

/** Rows without the columns that say nothing below their head. */
function telling(rows, silent = ['–']) {
  const tells = rows[0].map((_, column) => rows.slice(1).some((row) => !silent.includes(row[column])));
  return rows.map((row) => row.filter((_, column) => tells[column]));
}

function accuracies(player) {
  const given = (row) => (row.regret && row.regret.value > 0 ? number(row.regret.value) : '–');
  const tied = (row) => (row.tied.value > 0 ? estimate(row.tied) : '–');
  const line = (row) => [spent(row), estimate(row.accuracy), given(row), tied(row), number(row.mean_nodes, 0)];
  const rows = [['effort', 'accuracy', 'given away', 'tied', 'nodes'], ...player.efforts.map(line)];
  return element('div', { class: 'scroll' }, table('By effort, with 95% intervals', telling(rows)));
}

function steps(player) {
  if (!player.steps.length) return null;
  const line = (step) => [`${effort(step.from)} → ${effort(step.to)}`, estimate(step.helped), estimate(step.hurt), estimate(step.net), step.verdict];
  return element('details', { open: true }, element('summary', {}, 'Helped and hurt, step by step'),
    element('div', { class: 'scroll' }, table('What looking deeper repairs and breaks', [['step', 'helped', 'hurt', 'net', 'verdict'], ...player.steps.map(line)])));
}

function why(player) {
  if (!player.why.length) return null;
  return element('details', { open: true }, element('summary', {}, 'Why'),
    element('ul', {}, ...player.why.map(({ text }) => element('li', {}, text))));
}

function phases(player) {
  if (!player.phases.length) return null;
  const line = (phase) => {
    const last = phase.steps.at(-1);
    return [`${phase.by}: ${phase.group}`, String(phase.trials), last ? estimate(last.helped) : '–', last ? estimate(last.hurt) : '–'];
  };
  return element('details', {}, element('summary', {}, 'Where in the game'),
    element('div', { class: 'scroll' }, table('By phase: the last step', [['phase', 'positions', 'helped', 'hurt'], ...player.phases.map(line)])));
}

/** A board as the server drew it: the correct moves whole and green, what the deepest search chose broken and red. */
function board(svg) {
  const host = element('div', { class: 'board' });
  show(host, svg);
  return host;
}

function boards(worst) {
  at('worst').replaceChildren(...worst.map((one, i) => {
    const links = one.fields ? Object.keys(one.chosen).map((depth) => element('a', { href: '/' + state.text({ ...one.fields, depth }), 'data-depth': depth }, `depth ${depth}`)) : [];
    return element('section', { 'aria-label': `Position ${i + 1}` },
      element('h3', {}, `Position ${i + 1}`),
      one.picture ? board(one.picture) : element('pre', { tabindex: '0' }, one.board || one.position),
      element('p', { class: 'quiet' }, one.position),
      element('p', {}, one.right.length ? `Correct: ${one.right.join(', ')}` : 'Nobody knows the correct move.'),
      element('p', { class: 'quiet' }, one.player),
      chosen(one),
      links.length ? element('p', {}, 'The searched tree at ', ...links.flatMap((link, j) => (j ? [', ', link] : [link]))) : null);
  }));
}

async function start() {
  const { runs } = await ask('/api/runs');
  const measured = runs.filter((run) => run.kind === 'measurement');
  at('which').replaceChildren(...measured.map((run) => element('option', { value: run.run }, `${run.title} (${run.run})`)));
  at('none').hidden = at('how').hidden = measured.length > 0;
  document.querySelector('.lead').hidden = measured.length === 0;
  if (measured.length) choose(state.read().run ?? measured[0].run, false);
}

at('which').addEventListener('change', () => choose(at('which').value, true));
addEventListener('popstate', () => { const { run } = state.read(); if (run) choose(run, false); });
start().catch((error) => tell(at('wrong'), error.message, true));
