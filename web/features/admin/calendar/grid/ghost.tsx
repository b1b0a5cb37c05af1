import { useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { Minutes } from '../../../../../src/salon/time-text.ts';
import { isRefused } from '../plan/verdict.ts';
import { nameOf, timeRange, VERDICT_WORDS } from '../plan/words.ts';
import { useGestures } from './gesture-store.ts';
import { HATCHED } from './looks.ts';
import { pixels } from './measures.ts';

/** From this length on there is room for a second line. */
const TWO_LINES: Minutes = 40;

/** What is being moved or marked, where it would be dropped. The only thing that is drawn during a drag. */
export function Ghost() {
  const store = useGestures();
  const gesture = useStore(store, ({ gesture: state }) => state);
  const ghost = useRef<HTMLDivElement>(null);
  const isCarried = gesture.status === 'dragging' && gesture.by === 'keys';
  // A pointer scrolls at the edges; what is carried by keys is followed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it has moved.
  useLayoutEffect(() => {
    if (isCarried) ghost.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isCarried, gesture]);
  const { columns, shown } = store.getState();
  if (gesture.status !== 'dragging') return null;
  const { intent, place } = gesture;
  const column = columns[place.column];
  if (!column) return null;

  const verdict = store.verdictAt(intent, place);
  const moved =
    intent.kind === 'move'
      ? columns.flatMap(({ appointments }) => appointments).find(({ booking: { id } }) => id === intent.id)
          ?.booking
      : undefined;
  const look =
    verdict === 'free'
      ? 'border-brass bg-panel'
      : isRefused(verdict)
        ? 'border-bad bg-bad-tint text-bad'
        : 'border-dashed border-bad bg-panel text-bad';
  return (
    <>
      {/* Over the appointments, so that none is lit up as the pointer passes: that would cost more than all the rest of a frame. */}
      {gesture.by === 'pointer' && (
        <div aria-hidden="true" className="absolute inset-0 z-20 cursor-grabbing" />
      )}
      <div
        ref={ghost}
        aria-hidden="true"
        data-ghost={verdict}
        className={`pointer-events-none absolute top-0 left-0 z-30 contain-content scroll-mt-36 will-change-transform scroll-mb-10 overflow-hidden rounded-md border-2 px-1.5 py-0.5 text-[0.8125rem] leading-4 shadow-md ${look}`}
        style={{
          ...(verdict === 'outside-hours' && HATCHED),
          height: pixels(place.end - place.start),
          width: `${100 / columns.length}%`,
          // Moved as a layer of its own: nothing else is laid out or painted again.
          transform: `translate(${place.column * 100}%, ${pixels(place.start - shown.start)}px)`,
        }}
      >
        <span className="block truncate font-semibold tabular-nums">
          {timeRange(place)}
          {verdict !== 'free' && ` · ${VERDICT_WORDS[verdict]}`}
        </span>
        {place.end - place.start >= TWO_LINES && (
          <span className="block truncate">{moved ? nameOf(moved) : 'New appointment'}</span>
        )}
      </div>
    </>
  );
}
