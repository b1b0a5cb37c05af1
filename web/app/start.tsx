import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { PAGE_PARTS } from '../../src/contracts/prerendering.ts';
import { type CarriedAnswers, CarriedAnswersContext } from '../ui/carried-answers.ts';
import type { EarlyInput } from '../ui/early-input.ts';
import { untilLoaded } from '../ui/until-loaded.ts';
import { preloadPage, Site } from './routes.tsx';

/** Shows a page that came empty. */
export async function begin(root: HTMLElement): Promise<void> {
  // Code that doesn't come is tried again by the page itself, which can say so.
  await preloadPage(window.location.pathname).catch(() => {});
  createRoot(root).render(
    <BrowserRouter>
      <Site />
    </BrowserRouter>,
  );
}

/** Makes a page that came rendered react to its visitor, beginning with what they did before. */
export async function bringToLife(root: HTMLElement, earlyInput: EarlyInput): Promise<void> {
  // The first render must show what is there already.
  await untilLoaded(() => preloadPage(window.location.pathname));
  // A task of its own, after the one that ran the page's code.
  await new Promise((resolve) => setTimeout(resolve));
  const answers = answersThatCameAlong();
  // In one go: what the visitor did while only half of the page reacts would be lost.
  earlyInput.takeBack();
  flushSync(() => {
    hydrateRoot(
      root,
      <CarriedAnswersContext value={answers}>
        <BrowserRouter>
          <Site />
        </BrowserRouter>
      </CarriedAnswersContext>,
    );
  });
  earlyInput.repeat();
  // For measurements, and tests that wait for it.
  performance.mark(PAGE_PARTS.alive);
}

function answersThatCameAlong(): CarriedAnswers {
  const block = document.getElementById(PAGE_PARTS.answers)?.textContent;
  const answers = new Map<string, unknown>(Object.entries(JSON.parse(block ?? '{}')));
  return {
    read: (path) => answers.get(path),
    drop: (path) => {
      answers.delete(path);
    },
  };
}
