import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { customerName } from '../../bookings/booking-text.ts';
import { HATCHED } from '../../ui/hatched.ts';
import { timeRange } from '../../ui/time-range.ts';
import { VERDICT_WORDS } from '../plan/calendar-text.ts';
import { isRefused, type Verdict } from '../plan/verdict.ts';
import { type GestureStore, useGestures } from './gesture-store.ts';
import { pixels, TWO_LINES } from './grid-style.ts';

/** The part of the state that React renders: everything that rarely changes during a drag. */
const drawnOf =
  ({ verdictAt }: GestureStore) =>
  ({ gesture, columns }: ReturnType<GestureStore['getState']>) => {
    if (gesture.status !== 'dragging' || !columns[gesture.slot.column]) return null;
    const { intent, slot, by } = gesture;
    const hasTwoLines = slot.end - slot.start >= TWO_LINES;
    return { intent, by, hasTwoLines, verdict: verdictAt(intent, slot) };
  };

const looksOf = (verdict: Verdict): string =>
  verdict === 'free'
    ? 'border-brass bg-panel'
    : isRefused(verdict)
      ? 'border-bad bg-bad-tint text-bad'
      : 'border-dashed border-bad bg-panel text-bad';

/**
 * Writes position and time directly to the elements with each step: rendered by React, a step took twice as long.
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
      const { slot, by } = gesture;
      if (last[0] === slot && last[1] === columns && last[2] === shown) return;
      last = [slot, columns, shown];
      const { style } = ghost.current;
      style.height = `${pixels(slot.end - slot.start)}px`;
      style.width = `${100 / columns.length}%`;
      // A transform moves it as its own layer, without layout or painting of anything else.
      style.transform = `translate(${slot.column * 100}%, ${pixels(slot.start - shown.start)}px)`;
      time.current.textContent = timeRange(slot).replaceAll(/ (?=[AP–])/g, '\u00a0');
      // A pointer scrolls at the edges; by keyboard, the view follows the ghost.
      if (by === 'keys') ghost.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
    show();
    return store.subscribe(show);
  }, [store, isDragged]);
  return { ghost, time };
}

/** Shows what is moved or selected, where it would be dropped. Only this is rendered during a drag. */
export function Ghost() {
  const store = useGestures();
  const drawn = useStore(store, useShallow(drawnOf(store)));
  const { ghost, time } = useSteps(store, drawn !== null);
  if (drawn === null) return null;
  const { intent, by, hasTwoLines, verdict } = drawn;
  return (
    <>
      {/* Covers the appointments, so that they get no hover style as the pointer passes: that would cost more than the rest of a frame. */}
      {by === 'pointer' && (
        <div
          aria-hidden="true"
          className={`absolute inset-0 z-20 ${intent.kind === 'resize' ? 'cursor-ns-resize' : 'cursor-grabbing'}`}
        />
      )}
      <div
        ref={ghost}
        aria-hidden="true"
        data-ghost={verdict}
        className={`pointer-events-none absolute top-0 left-0 z-30 min-h-6 contain-strict scroll-mt-36 will-change-transform scroll-mb-10 overflow-hidden rounded-md border-2 px-1.5 py-0.5 text-[0.8125rem] leading-4 shadow-md ${looksOf(verdict)}`}
        style={verdict === 'outside-hours' ? HATCHED : undefined}
      >
        {/* Shows whole lines only. In a narrow column the end is on a second line, so the start is never cut off. */}
        <div className="max-h-[round(down,100%,1rem)] overflow-hidden">
          <span className="block font-semibold tabular-nums">
            <span ref={time} />
            {verdict !== 'free' && ` · ${VERDICT_WORDS[verdict]}`}
          </span>
          {hasTwoLines && (
            <span className="block truncate">
              {intent.kind === 'create' ? 'New appointment' : customerName(intent.booking)}
            </span>
          )}
        </div>
      </div>
    </>
  );
}
