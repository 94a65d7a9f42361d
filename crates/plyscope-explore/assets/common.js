// What all rooms share: asking the server, the address as state, pictures and tables.
'use strict';

// Which page this is, so that the server lets pages take turns.
const page = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** Asks the server; what it refuses is thrown, with the place of the mistake. */
export async function ask(path, fields = {}, { signal, as = 'json' } = {}) {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null && value !== '') body.set(name, value);
  }
  let response;
  try {
    response = await fetch(path, { method: 'POST', body, signal, headers: { 'X-Plyscope-Page': page } });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Error('The explorer does not answer: it may have been ended. Start it again with `plyscope explore`.');
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({ error: { text: response.statusText } }));
    throw Object.assign(new Error(told.error.text), { line: told.error.line, column: told.error.column, status: response.status });
  }
  return as === 'json' ? response.json() : response.text();
}

/** The state of the room, which the address holds. */
export const state = {
  read() {
    return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  },
  text(fields) {
    const kept = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null && value !== '');
    return '#' + new URLSearchParams(kept);
  },
  /** A new entry of the history, or another text of this one. */
  write(fields, anew = false) {
    const text = this.text(fields);
    if (text === location.hash) return;
    if (anew) history.pushState(null, '', text);
    else history.replaceState(null, '', text);
  },
};

/** An element with attributes and children; texts are never markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined && child !== null));
  return made;
}

/** A table from rows of cells; the first row and the first cells are headings. */
export function table(caption, rows) {
  const [head, ...body] = rows;
  const cells = (row) => row.map((cell, i) => (i === 0 ? element('th', { scope: 'row' }, cell) : element('td', {}, cell)));
  return element('table', {},
    element('caption', {}, caption),
    element('thead', {}, element('tr', {}, ...head.map((cell) => element('th', { scope: 'col' }, cell)))),
    element('tbody', {}, ...body.map((row) => element('tr', {}, ...cells(row)))));
}

/**
 * Shows a picture that the server drew, or a report that it wrote. It lives in a tree of its own, so that its styles are for
 * itself alone; they are put there by the script, since the page allows no styles within its text.
 */
export function show(host, markup, kind = 'image/svg+xml') {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const sheet = (text) => {
    const made = new CSSStyleSheet();
    made.replaceSync(text);
    return made;
  };
  const sheets = [];
  const bare = markup
    .replace(/<style>([^]*?)<\/style>/g, (_, text) => { sheets.push(sheet(text)); return ''; })
    .replace(/<[^>]*>/g, (tag) => tag.replace(/ style="/, ' data-style="'));
  const own = sheet(':host { display: block; } svg { display: block; height: auto; margin: 0 auto; } :host(.fits) svg { max-width: 100%; } :host(.chart) svg { width: min(100%, 46rem); } .dot title { pointer-events: none; }');
  const parsed = new DOMParser().parseFromString(bare, kind);
  const picture = document.importNode(parsed.body?.firstElementChild ?? parsed.documentElement, true);
  for (const styled of picture.querySelectorAll('[data-style]')) styled.style.cssText = styled.dataset.style;
  // What is a little too wide is made to fit, what is much wider is scrolled.
  const width = Number(picture.getAttribute('width'));
  if (!host.classList.contains('chart')) host.classList.toggle('fits', width <= 1.4 * host.clientWidth);
  root.adoptedStyleSheets = [...sheets, own];
  root.replaceChildren(picture);
  return picture;
}

/** Takes a picture away. */
export function clear(host) {
  host.shadowRoot?.replaceChildren();
}

/** Values under the pointer: the drawing says them as titles, which browsers show late. */
export function tips(picture) {
  document.querySelector('.tip')?.remove();
  const tip = element('div', { class: 'tip', hidden: true, 'aria-hidden': 'true' });
  document.body.append(tip);
  picture.addEventListener('pointermove', (event) => {
    const title = event.target.closest('.dot')?.querySelector('title');
    tip.hidden = !title;
    if (!title) return;
    tip.textContent = title.textContent;
    tip.style.left = `${Math.min(event.clientX + 12, innerWidth - 230)}px`;
    tip.style.top = `${event.clientY + 14}px`;
  });
  picture.addEventListener('pointerleave', () => { tip.hidden = true; });
}

/** Shows a message, which screen readers read out. */
export function tell(host, text, bad = false) {
  host.textContent = text;
  host.classList.toggle('bad', bad);
}

/** A number as people read it. */
export function number(value, digits = 4) {
  return value === null || value === undefined ? '–' : Number(value).toFixed(digits).replace(/\.?0+$/, '');
}

/** A share in percent. */
export function percent(value, digits = 1) {
  return value === null || value === undefined ? '–' : (100 * value).toFixed(digits) + '%';
}

/** Copies a text, and says so. */
export async function copy(text, status) {
  try {
    await navigator.clipboard.writeText(text);
    tell(status, 'Copied.');
  } catch {
    prompt('Copy this:', text);
  }
}

/** Saves what the server answers as a file. */
export async function save(path, fields, name) {
  const body = new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));
  const response = await fetch(path, { method: 'POST', body, headers: { 'X-Plyscope-Page': page } });
  if (!response.ok) throw new Error((await response.json()).error.text);
  const address = URL.createObjectURL(await response.blob());
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// The address holds the state, so what skips to the main part must not change it.
document.querySelector('.skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  document.querySelector('main').focus();
});
