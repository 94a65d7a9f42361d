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
    for (const [i, [truth, player]] of all.entries()) await put(run, i, truth, player, signal);
    boards(worst);
  } catch (error) {
    if (error.name !== 'AbortError') tell(at('wrong'), error.message, true);
  }
}

async function put(run, i, truth, player, signal) {
  const tail = i === 0 ? '' : `-${i + 1}`;
  const pictures = element('div', { class: 'pair' });
  at('players').append(element('section', { 'aria-label': player.name },
    element('h2', {}, player.name, truth ? ` judged by ${truth}` : ''),
    element('p', { class: 'verdict' }, player.verdict.text),
    pictures,
    accuracies(player),
    steps(player),
    why(player),
    phases(player)));
  for (const [name, label] of [['accuracy', 'Accuracy by effort; the table below has the numbers'], ['steps', 'What every step repairs and breaks; the table below has the numbers']]) {
    const host = element('div', { class: 'picture chart', tabindex: '0', role: 'group', 'aria-label': label });
    try {
      const svg = await ask('/api/measurement', { run, picture: `${name}${tail}.svg` }, { as: 'text', signal });
      pictures.append(host);
      show(host, svg);
    } catch (error) {
      if (error.name === 'AbortError') throw error; // else there is no such picture: one effort has no steps
    }
  }
}

function accuracies(player) {
  const line = (row) => [spent(row), estimate(row.accuracy), row.regret ? number(row.regret.value) : '–', estimate(row.tied), number(row.mean_nodes, 0)];
  return element('div', { class: 'scroll' }, table('By effort, with 95% intervals', [['effort', 'accuracy', 'given away', 'tied', 'nodes'], ...player.efforts.map(line)]));
}

function steps(player) {
  if (!player.steps.length) return null;
  const line = (step) => [`${effort(step.from)} → ${effort(step.to)}`, estimate(step.helped), estimate(step.hurt), estimate(step.net), step.verdict];
  return element('details', { open: true }, element('summary', {}, 'Helped and hurt, step by step'),
    element('div', { class: 'scroll' }, table('What looking deeper repairs and breaks', [['step', 'helped', 'hurt', 'net', 'verdict'], ...player.steps.map(line)])));
}

function why(player) {
  const advice = player.advice.map(({ text, command }) => element('li', {}, text, command ? element('pre', { tabindex: '0' }, command) : null));
  return element('details', { open: true }, element('summary', {}, 'Why, and what to do'),
    element('ul', {}, ...player.why.map(({ text }) => element('li', {}, text))),
    element('ul', {}, ...advice));
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

function boards(worst) {
  at('worst').replaceChildren(...worst.map((one, i) => {
    const rows = Object.entries(one.chosen).map(([amount, moves]) => [amount, moves.join(', '), number(one.values[amount])]);
    const links = one.fields ? Object.keys(one.chosen).map((depth) => element('a', { href: '/' + state.text({ ...one.fields, depth }), 'data-depth': depth }, `depth ${depth}`)) : [];
    return element('section', { 'aria-label': `Position ${i + 1}` },
      element('h3', {}, `Position ${i + 1}`),
      element('pre', { tabindex: '0' }, one.board || one.position),
      element('p', {}, one.right.length ? `Correct: ${one.right.join(', ')}` : 'Nobody knows the correct move.'),
      element('p', { class: 'quiet' }, one.player),
      element('div', { class: 'scroll' }, table('What it chose, and what it took the position to be worth', [['depth', 'chosen', 'value'], ...rows])),
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
