// Shows the claims that are asked for. Without this script the page shows all of them.
(() => {
  const form = document.getElementById('filter');
  const rows = [...document.querySelectorAll('tr[data-verdict]')];
  const parts = [...document.querySelectorAll('section.part')];
  const papers = [...document.querySelectorAll('section.paper')];
  const left = (box) => box.querySelector('tr[data-verdict]:not([hidden])') !== null;

  const apply = () => {
    const wanted = new Set([...form.querySelectorAll('[name=verdict]:checked')].map((box) => box.value));
    const paper = form.elements.paper.value;
    const whose = form.elements.whose.value;
    const all = wanted.size === 3 && whose === '';
    for (const row of rows)
      row.hidden = !wanted.has(row.dataset.verdict) || (whose !== '' && row.dataset.whose !== whose);
    for (const box of document.querySelectorAll('table.claims > tbody, .scroll:has(> table.claims), details.reading, details.printed'))
      box.hidden = !all && !left(box);
    for (const box of document.querySelectorAll('details.printed')) if (!all && !box.hidden) box.open = true;
    for (const part of parts) part.hidden = !all && !left(part);
    for (const one of papers)
      one.hidden = (paper !== '' && one.id !== paper) || [...one.querySelectorAll('section.part')].every((part) => part.hidden);
    for (const entry of document.querySelectorAll('nav li[data-to]')) {
      const target = document.getElementById(entry.dataset.to);
      entry.hidden = target.hidden || target.parentElement.closest('[hidden]') !== null;
    }
    const shown = rows.filter((row) => row.closest('[hidden]') === null);
    document.getElementById('none').hidden = shown.length > 0;
    const folded = shown.filter((row) => row.closest('details.reading') !== null).length;
    form.querySelector('output').textContent =
      `${shown.length} of ${rows.length} claims` + (folded ? `, ${folded} of them in other readings, folded` : '');
  };

  // A link leads to what it names, hidden or folded.
  const go = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest('[hidden]')) { form.reset(); apply(); }
    for (let box = target.closest('details'); box; box = box.parentElement.closest('details')) box.open = true;
    target.scrollIntoView();
  };

  form.hidden = false;
  form.addEventListener('change', apply);
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', go);
  apply();
  if (location.hash) go();
})();
