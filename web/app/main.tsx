import '../styles/public.css';
import { DOCUMENT_NAMES } from '../../src/contracts/salon/prerendering.ts';
import { pageAt } from '../../src/contracts/salon/site-pages.ts';
import { onIdleOrInput } from '../ui/hydration/on-idle-or-input.ts';
import { recordInput } from '../ui/hydration/replay-input.ts';
import { loadWithRetries } from '../ui/loading/load-with-retries.ts';
import { chosenTheme, showTheme } from '../ui/theme/theme.ts';

// The entry is kept small: a prerendered page can be read without scripts, so the rest of the code is loaded later.

const root = document.getElementById(DOCUMENT_NAMES.root);
if (!root) throw new Error(`index.html has no #${DOCUMENT_NAMES.root}.`);

// This runs before anything is drawn: a dark page must not begin with a flash. Public pages are always light.
const layout = pageAt(window.location.pathname)?.layout ?? 'public';
if (layout !== 'public') showTheme(chosenTheme());

/** Requests React first, so that it is evaluated in a task of its own: two short tasks block less than a long one. */
function loadApp() {
  import('react-dom/client').catch(() => {});
  return import('./start.tsx');
}

function failureMessage(): HTMLElement {
  const message = document.createElement('p');
  message.className = 'frame pt-32';
  message.role = 'alert';
  message.textContent = 'This page hasn’t loaded yet. Please check your connection.';
  return message;
}

if (root.hasChildNodes()) {
  const input = recordInput(root);
  onIdleOrInput(async () => (await loadWithRetries(loadApp)).hydrate(root, input));
} else {
  loadWithRetries(loadApp, () => root.replaceChildren(failureMessage())).then(({ render }) => render(root));
}
