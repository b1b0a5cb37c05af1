import '../theme.css';
import { PAGE_PARTS } from '../../src/contracts/prerendering.ts';
import { keepEarlyInput } from '../ui/early-input.ts';
import { untilLoaded } from '../ui/until-loaded.ts';
import { whenCalmOrTouched } from '../ui/when-calm.ts';

// Small on purpose: what a prerendered page shows needs no script, so the rest of the code comes once that is there.

const root = document.getElementById(PAGE_PARTS.root);
if (!root) throw new Error(`index.html has no #${PAGE_PARTS.root}.`);

/** React apart from what is built on it: two short tasks instead of a long one. */
function loadApp() {
  import('react-dom/client').catch(() => {});
  return import('./start.tsx');
}

function troubleNotice(): HTMLElement {
  const notice = document.createElement('p');
  notice.className = 'frame pt-32';
  notice.role = 'alert';
  notice.textContent = 'This page hasn’t loaded yet. Please check your connection.';
  return notice;
}

if (root.hasChildNodes()) {
  const earlyInput = keepEarlyInput(root);
  whenCalmOrTouched(async () => (await untilLoaded(loadApp)).bringToLife(root, earlyInput));
} else {
  untilLoaded(loadApp, () => root.replaceChildren(troubleNotice())).then(({ begin }) => begin(root));
}
