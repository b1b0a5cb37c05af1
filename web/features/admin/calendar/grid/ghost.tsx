import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import type { Minutes } from '../../../../../src/salon/time-text.ts';
import { isRefused, type Verdict } from '../plan/verdict.ts';
import { nameOf, timeRange, VERDICT_WORDS } from '../plan/words.ts';
import { type GestureStore, useGestures } from './gesture-store.ts';
import { HATCHED } from './looks.ts';
import { pixels } from './measures.ts';

/** From this length on there is room for a second line. */
const TWO_LINES: Minutes = 40;

/** What React draws of it: all that changes seldom during a drag. */
const drawnOf =
  ({ verdictAt }: GestureStore) =>
  ({ gesture, columns }: ReturnType<GestureStore['getState']>) => {
    if (gesture.status !== 'dragging' || !columns[gesture.place.column]) return null;
    const { intent, place, by } = gesture;
    const hasTwoLines = place.end - place.start >= TWO_LINES;
    return { intent, by, hasTwoLines, verdict: verdictAt(intent, place) };
  };

const looksOf = (verdict: Verdict): string =>
  verdict === 'free'
    ? 'border-brass bg-panel'
    : isRefused(verdict)
      ? 'border-bad bg-bad-tint text-bad'
      : 'border-dashed border-bad bg-panel text-bad';

/**
 * Where it is and what time that is, written past React with each step: with React in between, a move took twice as long.
 */
function useSteps(store: GestureStore, isDragged: boolean) {
  const ghost = useRef<HTMLDivElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!isDragged) return;
    let last: unknown[] = [];
    function show() {
      const { gesture, columns, shown } = store.getState();
      if (gesture.status !== 'dragging' || !ghost.current || !time.current) return;
      const { place, by } = gesture;
      if (last[0] === place && last[1] === columns && last[2] === shown) return;
      last = [place, columns, shown];
      const { style } = ghost.current;
      style.height = `${pixels(place.end - place.start)}px`;
      style.width = `${100 / columns.length}%`;
      // Moved as a layer of its own: nothing else is laid out or painted again.
      style.transform = `translate(${place.column * 100}%, ${pixels(place.start - shown.start)}px)`;
      time.current.textContent = timeRange(place).replaceAll(/ (?=[AP–])/g, '\u00a0');
      // A pointer scrolls at the edges; what is carried by keys is followed.
      if (by === 'keys') ghost.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    show();
    return store.subscribe(show);
  }, [store, isDragged]);
  return { ghost, time };
}

/** What is being moved or marked, where it would be dropped. The only thing that is drawn during a drag. */
export function Ghost() {
  const store = useGestures();
  const drawn = useStore(store, useShallow(drawnOf(store)));
  const { ghost, time } = useSteps(store, drawn !== null);
  if (drawn === null) return null;
  const { intent, by, hasTwoLines, verdict } = drawn;
  return (
    <>
      {/* Over the appointments, so that none is lit up as the pointer passes: that would cost more than all the rest of a frame. */}
      {by === 'pointer' && <div aria-hidden="true" className="absolute inset-0 z-20 cursor-grabbing" />}
      <div
        ref={ghost}
        aria-hidden="true"
        data-ghost={verdict}
        className={`pointer-events-none absolute top-0 left-0 z-30 contain-strict scroll-mt-36 will-change-transform scroll-mb-10 overflow-hidden rounded-md border-2 px-1.5 py-0.5 text-[0.8125rem] leading-4 shadow-md ${looksOf(verdict)}`}
        style={verdict === 'outside-hours' ? HATCHED : undefined}
      >
        {/* Whole lines only. In a narrow column the end comes below the start, which is never cut. */}
        <div className="max-h-[round(down,100%,1rem)] overflow-hidden">
          <span className="block font-semibold tabular-nums">
            <span ref={time} />
            {verdict !== 'free' && ` · ${VERDICT_WORDS[verdict]}`}
          </span>
          {hasTwoLines && (
            <span className="block truncate">
              {intent.kind === 'move' ? nameOf(intent.booking) : 'New appointment'}
            </span>
          )}
        </div>
      </div>
    </>
  );
}
