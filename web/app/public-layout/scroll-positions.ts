import { readFromTab, storeInTab } from '../../ui/tab-storage.ts';

const KEY = 'scroll-positions';

/** The visitor moves the page by these events. */
const SCROLLING_INPUT = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Positions in pixels by entry of the tab's history, as `storePositions` stored them. */
export function loadPositions(): Map<string, number> {
  // It has no schema, since the front page does without that library.
  const entries: [string, unknown][] = Object.entries(readFromTab(KEY) ?? {});
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

/** Stores the positions for the tab's next document. Without storage, Back leads to the top of earlier documents' pages. */
export const storePositions = (positions: ReadonlyMap<string, number>) =>
  storeInTab(KEY, Object.fromEntries(positions));

/**
 * Scrolls to the position, to the top while the page is too short for it, and again whenever content that is still
 * loading changes the page's height: until the visitor does something, which calls `onEnd`.
 *
 * @returns ends it without a call of `onEnd`
 */
export function keepPosition(position: number, onEnd: () => void): () => void {
  const page = document.documentElement;
  const scroll = () => window.scrollTo(0, page.scrollHeight - window.innerHeight >= position ? position : 0);
  const observer = new ResizeObserver(scroll);
  const stop = () => {
    observer.disconnect();
    page.style.overflowAnchor = '';
    for (const input of SCROLLING_INPUT) window.removeEventListener(input, end);
  };
  const end = () => {
    stop();
    onEnd();
  };
  // When content takes the place of a skeleton, the browser would otherwise keep the footer in view.
  page.style.overflowAnchor = 'none';
  scroll();
  observer.observe(page);
  for (const input of SCROLLING_INPUT) window.addEventListener(input, end, { passive: true });
  return stop;
}
