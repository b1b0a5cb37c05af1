import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { DOCUMENT_NAMES } from '../../src/contracts/salon/prerendering.ts';
import type { RecordedInput } from '../ui/hydration/replay-input.ts';
import { loadWithRetries } from '../ui/loading/load-with-retries.ts';
import { AnswerCacheContext, createAnswerCache } from '../ui/query/answer-cache.ts';
import { preloadPage, Site } from './routes.tsx';

/** Renders a page that isn't prerendered. */
export async function render(root: HTMLElement): Promise<void> {
  // If its code can't be loaded, rendering the page tries again and shows an error.
  await preloadPage(window.location.pathname).catch(() => {});
  createRoot(root).render(app({}));
}

/** Hydrates a prerendered page, then replays what the visitor did before. */
export async function hydrate(root: HTMLElement, input: RecordedInput): Promise<void> {
  // The first render must produce the markup that is there already.
  await loadWithRetries(() => preloadPage(window.location.pathname));
  // Hydrates in a task of its own, after the one that evaluated the page's code.
  await new Promise((resolve) => setTimeout(resolve));
  const answers = answersOfDocument();
  // It hydrates in one synchronous pass: input on a half-hydrated page would be lost.
  input.reset();
  flushSync(() => {
    hydrateRoot(root, app(answers));
  });
  input.replay();
  // Measurements and tests wait for this mark.
  performance.mark(DOCUMENT_NAMES.hydrated);
}

/** The site, with the API's answers that the document was rendered from. */
const app = (answers: Readonly<Record<string, unknown>>) => (
  <AnswerCacheContext value={createAnswerCache(answers)}>
    <BrowserRouter>
      <Site />
    </BrowserRouter>
  </AnswerCacheContext>
);

function answersOfDocument(): Readonly<Record<string, unknown>> {
  const json = document.getElementById(DOCUMENT_NAMES.initialData)?.textContent;
  return JSON.parse(json ?? '{}');
}
