import './theme.css';
import { PAGE_PARTS } from '../src/contracts/prerendering.ts';
import { keepEarlyInput } from './ui/early-input.ts';
import { whenCalmOrTouched } from './ui/when-calm.ts';

// Small on purpose: what a prerendered page shows needs no script, so the rest of the code comes once that is there.

const root = document.getElementById(PAGE_PARTS.root);
if (!root) throw new Error(`index.html has no #${PAGE_PARTS.root}.`);
const loadApp = () => import('./start.tsx');

if (root.hasChildNodes()) {
  const earlyInput = keepEarlyInput(root);
  whenCalmOrTouched(async () => (await loadApp()).bringToLife(root, earlyInput));
} else {
  loadApp().then(({ begin }) => begin(root));
}
