// Room 4: what `plyscope measure` found, as its report shows it, and links to the trees at the positions to look at.
import { ask, element, show, state, tell } from './common.js';

const at = (id) => document.getElementById(id);
let asking = new AbortController();

async function choose(run, anew) {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  state.write({ run }, anew);
  at('which').value = run;
  try {
    const [report, worst] = await Promise.all([
      ask('/api/measurement', { run, format: 'html' }, { signal, as: 'text' }),
      ask('/api/worst', { run }, { signal }),
    ]);
    tell(at('wrong'), '');
    at('shown').hidden = false;
    for (const board of show(at('shown'), report, 'text/html').querySelectorAll('.boards section')) {
      const texts = [board.querySelector('code'), board.querySelector('.quiet')].map((one) => one.textContent);
      const one = worst.find(({ position, player }) => position === texts[0] && player === texts[1]);
      if (one?.fields) board.append(element('p', {}, 'The searched tree at ', ...trees(one)));
    }
  } catch (error) {
    if (error.name !== 'AbortError') tell(at('wrong'), error.message, true);
  }
}

/** A link to the tree of every depth. */
function trees({ chosen, fields }) {
  const link = (depth) => element('a', { href: '/' + state.text({ ...fields, depth }), 'data-depth': depth }, `depth ${depth}`);
  return Object.keys(chosen).flatMap((depth, i) => (i ? [', ', link(depth)] : [link(depth)]));
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
