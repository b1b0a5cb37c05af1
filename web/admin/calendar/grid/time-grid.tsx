import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { CalendarBooking } from '../../../../src/contracts/bookings/calendar.ts';
import type { SalonDate } from '../../../../src/salon/salon-time.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import { TABLET, useMedia } from '../../../ui/use-media.ts';
import type { Resource } from '../../bookings/stylists/resources.ts';
import { adminButtonClass } from '../../ui/button.tsx';
import { useNamedKeys } from '../../ui/shortcuts/shortcuts.ts';
import { REFUSALS } from '../plan/calendar-text.ts';
import { type Column, type DayBlock, factsFor, overOn, type PlacedBooking } from '../plan/columns.ts';
import { type FirstInTheWay, longestIn } from '../plan/first-in-the-way.ts';
import { type GridSlot, type Intent, quarterAt } from '../plan/gesture.ts';
import { STEP } from '../plan/hours-shown.ts';
import { isRefused, type Verdict } from '../plan/verdict.ts';
import { Announcer } from './announcer.tsx';
import { DayColumn } from './day-column.tsx';
import { followKeys, keepCarried } from './follow-keys.ts';
import { followPointer } from './follow-pointer.ts';
import { createGestureStore, GestureContext, type Outcome } from './gesture-store.ts';
import { Ghost } from './ghost.tsx';
import { minutesIn, pixels, placedAt } from './grid-style.ts';
import { SelectedTime } from './selected-time.tsx';
import { TimeAxis } from './time-axis.tsx';

/** A time that was chosen in the grid. */
interface ChosenTime extends Interval {
  readonly date: SalonDate;
  readonly isOutsideHours: boolean;
  /** The stylist in whose column it was chosen; undefined in one of all stylists, and where there is one stylist. */
  readonly stylist: Resource | undefined;
  /** The appointment in whose gap it was clicked. */
  readonly around?: PlacedBooking | undefined;
}

/** A time in the grid where an appointment can't be. */
export interface RefusedTime extends Pick<ChosenTime, 'date' | 'start' | 'stylist'> {
  /** The appointment that was to be moved there, and its day; undefined for a new one. */
  readonly moved: { readonly booking: CalendarBooking; readonly from: SalonDate } | undefined;
  /** Why not, as far as the calendar shows it. */
  readonly reason: string;
  /** Tells more to somebody who carries the appointment by keyboard; undefined after the pointer was used. */
  readonly tell: ((more: string) => void) | undefined;
}

/** An end in the grid that an appointment can't have. */
interface RefusedEnd {
  readonly date: SalonDate;
  /** The first thing in the way there; undefined if the whole date is blocked. */
  readonly inTheWay: FirstInTheWay | undefined;
  /** Tells more to somebody who carries the end by keyboard; undefined after the pointer was used. */
  readonly tell: ((more: string) => void) | undefined;
}

/** The grid's gestures call these. */
export interface GridActions {
  readonly onOpen: (id: string) => void;
  /** In the column of another stylist, the appointment is handed over. */
  readonly onMove: (
    booking: CalendarBooking,
    from: SalonDate,
    to: Pick<ChosenTime, 'date' | 'start' | 'stylist'>,
  ) => void;
  /** Its end was dropped elsewhere. */
  readonly onResize?: (booking: CalendarBooking, to: ChosenTime) => void;
  /** It can't end there. */
  readonly onEndRefused?: (booking: CalendarBooking, refused: RefusedEnd) => void;
  /** Free time was chosen, and what for. A quarter of an hour says only when it begins; a longer time was marked. */
  readonly onCreate?: (time: ChosenTime) => void;
  /** Only today's times that have begun can be chosen for this. */
  readonly onWalkIn?: (time: ChosenTime) => void;
  readonly onBlock?: (time: ChosenTime) => void;
  readonly onRefused: (refused: RefusedTime) => void;
  readonly onOpenBlock?: (block: DayBlock) => void;
}

/** Keys that the grid handles itself, with their texts in the list of shortcuts. */
const KEYS = [
  ['↑ ↓ ← →', 'Go to another appointment'],
  ['m', 'Pick up the appointment'],
  ['e', 'Pick up its end'],
  ['Enter', 'Open it, or drop it here'],
] as const;

/** Days side by side, with the hours from top to bottom. Appointments can be opened, moved and created in it. */
export function TimeGrid({
  label,
  columns,
  shown,
  now,
  head,
  corner,
  ...actions
}: {
  label: string;
  columns: readonly Column[];
  shown: Interval;
  now: SalonNow;
  /** Renders the head of a column. */
  head: (column: Column) => ReactNode;
  /** Shown above the hours. */
  corner?: ReactNode;
} & GridActions) {
  const section = useRef<HTMLElement>(null);
  const area = useRef<HTMLUListElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const heads = useRef<HTMLDivElement>(null);
  const latest = useRef(actions);
  const [open] = useState(() => (id: string) => latest.current.onOpen(id));
  const [store] = useState(() => createGestureStore({ columns, shown, now }, () => ({ onDrop, onRefused })));
  const { setScene } = store;
  /** Free time about which it isn't known yet what it is for. */
  const [selected, setSelected] = useState<{ time: ChosenTime; slot: GridSlot; isByKeys: boolean } | null>(
    null,
  );

  function select(time: ChosenTime, slot: GridSlot) {
    setSelected({ time, slot, isByKeys: document.activeElement === chooser.current });
  }

  function returnFocus() {
    if (selected?.isByKeys) chooser.current?.focus({ preventScroll: true });
  }

  /** The dialog that this opens returns the focus to what has it then. */
  function chooseFor(act: ((time: ChosenTime) => void) | undefined) {
    returnFocus();
    if (selected) act?.(selected.time);
  }

  function onDrop(intent: Intent, slot: GridSlot) {
    const drawn = store.getState().columns;
    const column = drawn[slot.column];
    if (!column) return;
    const time = chosen(column, slot, store.verdictAt(intent, slot));
    if (intent.kind === 'create') return select(time, slot);
    const from = drawn[intent.from.column];
    if (!from) return;
    if (intent.kind === 'resize') latest.current.onResize?.(intent.booking, time);
    else latest.current.onMove(intent.booking, from.date, time);
  }

  function onRefused({ intent, slot, reason, isCarried }: Parameters<Outcome['onRefused']>[0]) {
    const drawn = store.getState().columns;
    const column = drawn[slot.column];
    if (column && intent.kind === 'resize') {
      latest.current.onEndRefused?.(intent.booking, {
        date: column.date,
        inTheWay: longestIn(factsFor(column, intent.booking), intent.booking),
        tell: isCarried ? (more) => store.sayMore(reason, more) : undefined,
      });
      return;
    }
    const from = intent.kind === 'move' ? drawn[intent.from.column] : undefined;
    if (!column) return;
    latest.current.onRefused({
      date: column.date,
      start: slot.start,
      stylist: column.stylist,
      moved: intent.kind === 'move' && from ? { booking: intent.booking, from: from.date } : undefined,
      reason,
      tell: isCarried ? (more) => store.sayMore(reason, more) : undefined,
    });
  }

  useLayoutEffect(() => {
    latest.current = actions;
    setScene({ columns, shown, now });
    if (section.current) keepCarried(section.current, store);
  });

  useEffect(() => {
    if (!section.current || !area.current || !scroller.current) return;
    const surface = {
      area: area.current,
      scroller: scroller.current,
      canCreate: () => latest.current.onBlock !== undefined,
      covered: () => heads.current?.offsetHeight ?? 0,
    };
    const ends = [followPointer(surface, store), followKeys(section.current, store)];
    return () => {
      for (const end of ends) end();
    };
  }, [store]);

  useNamedKeys(KEYS);
  useOneTabStop(area);
  useCentredOnce(
    scroller,
    columns.some(({ date }) => date === now.date),
  );

  /** A click on free time; keyboards have the button above. */
  function selectAt(event: MouseEvent<HTMLUListElement>) {
    if (!actions.onBlock || (event.target as Element).closest('[data-appointment]')) return;
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / width) * columns.length);
    const column = columns[index];
    if (!column) return;
    const minute = shown.start + minutesIn(event.clientY - top);
    const intent: Intent = { kind: 'create', anchor: { column: index, minute } };
    const slot = { column: index, ...quarterAt(minute) };
    const verdict = store.verdictAt(intent, slot);
    const around = aroundGap(event, column);
    if (!isRefused(verdict))
      select({ ...chosen(column, slot, verdict), stylist: column.stylist ?? around?.by, around }, slot);
    else if (around) open(around.booking.id);
    else onRefused({ intent, slot, reason: REFUSALS[verdict], isCarried: false });
  }

  /** Begins with today, and with the present time if the salon is open. */
  function look() {
    const column = Math.max(
      0,
      columns.findIndex(({ date }) => date === now.date),
    );
    const { date, open: hours = [] } = columns[column] ?? {};
    const opens = hours[0]?.start ?? shown.start;
    const from = date === now.date ? Math.max(opens, Math.min(now.minute, shown.end - STEP)) : opens;
    store.dispatch({ type: 'look', from: { column, ...quarterAt(from) } });
  }

  // Where nothing in the grid takes the focus, keys scroll the grid itself.
  const isBare = columns.every(
    ({ appointments, blocks }) => appointments.length === 0 && blocks.every(({ isFixed }) => isFixed),
  );
  const hasToday = columns.some(({ date }) => date === now.date);
  const isTeamDay = columns[1] !== undefined && columns[1].date === columns[0]?.date;
  /** In days of several stylists, initials stand beside each name. */
  const isTogether = columns.some(({ each }) => each.size > 0);
  const isCrowded = useMedia(TABLET) || isTogether || (isTeamDay && columns.length > ROOMY_STYLISTS);
  const isNarrow = isCrowded && columns.length > 1;
  const minWidth = AXIS_PX + columns.length * (isTeamDay ? LEAST_STYLIST_PX : LEAST_COLUMN_PX);
  return (
    <GestureContext value={store}>
      <section ref={section} aria-label={label} className="relative">
        <p id="calendar-keys" hidden>
          Enter opens it, M picks it up, E picks up its end, arrow keys go to others.
        </p>
        {actions.onBlock && (
          <button
            ref={chooser}
            type="button"
            onClick={look}
            className={`${adminButtonClass('outline', true)} absolute top-1 left-1 z-50 not-focus-visible:sr-only`}
          >
            Choose a free time
          </button>
        )}
        <div
          ref={scroller}
          {...(isBare && !actions.onCreate && { tabIndex: 0 })}
          className="relative rounded-md border border-line bg-panel md:max-h-[max(24rem,calc(100svh-9.5rem))] md:overflow-auto print:max-h-none print:overflow-visible"
        >
          <div
            ref={heads}
            className="sticky top-0 z-40 flex border-line bg-panel has-[>div>*]:border-b print:static print:min-w-0!"
            style={{ minWidth }}
          >
            <div className="sticky left-0 flex w-16 shrink-0 justify-center bg-panel has-[>*]:p-0.5">
              {corner}
            </div>
            {columns.map((column) => (
              <div key={column.key} className="min-w-0 flex-1 border-l border-line">
                {head(column)}
              </div>
            ))}
          </div>
          <div className="relative flex print:min-w-0!" style={{ minWidth }}>
            <TimeAxis shown={shown} now={hasToday ? now.minute : null} />
            <div className="relative flex min-w-0 flex-1">
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the pointer; keyboards have the button above. */}
              <ul
                ref={area}
                onClick={selectAt}
                className={`isolate flex min-w-0 flex-1 ${actions.onBlock ? 'cursor-cell' : ''}`}
                style={{ height: pixels(shown.end - shown.start) }}
              >
                {columns.map((column, index) => (
                  <DayColumn
                    key={column.key}
                    column={column}
                    index={index}
                    shown={shown}
                    over={overOn(column.date, now)}
                    isToday={column.date === now.date}
                    isNarrow={isNarrow}
                    isDetailed={columns.length === 1 && column.each.size === 0}
                    onOpen={open}
                    onOpenBlock={actions.onOpenBlock}
                  />
                ))}
              </ul>
              <Ghost />
              {selected && (
                <SelectedTime
                  time={selected.time}
                  style={{
                    ...placedAt(selected.time, shown),
                    left: `${(100 / columns.length) * selected.slot.column}%`,
                    width: `${100 / columns.length}%`,
                  }}
                  onBook={actions.onCreate && (() => chooseFor(actions.onCreate))}
                  onWalkIn={
                    actions.onWalkIn && selected.time.date === now.date && selected.time.start <= now.minute
                      ? () => chooseFor(actions.onWalkIn)
                      : undefined
                  }
                  onBlock={() => chooseFor(actions.onBlock)}
                  around={selected.time.around?.booking}
                  onOpen={open}
                  onClose={() => {
                    returnFocus();
                    setSelected(null);
                  }}
                />
              )}
            </div>
          </div>
        </div>
        <Announcer store={store} />
      </section>
    </GestureContext>
  );
}

/** The appointment in whose gap a click was. In a column of all stylists, its stylist is free there. */
function aroundGap({ target }: MouseEvent, { appointments }: Column): PlacedBooking | undefined {
  const id = (target as Element).closest<HTMLElement>('[data-gap]')?.dataset.gap;
  return appointments.find(({ booking }) => booking.id === id);
}

const chosen = (column: Column, { start, end }: Interval, verdict: Verdict): ChosenTime => ({
  date: column.date,
  start,
  end,
  isOutsideHours: verdict === 'outside-hours',
  stylist: column.stylist,
});

const AXIS_PX = 64;
/** Lets a week fit on a tablet next to the collapsed sidebar. Narrower columns would have no room for names, so the grid scrolls sideways. */
const LEAST_COLUMN_PX = 84;
/** The columns of a day's stylists are as many as they are, so the grid scrolls sideways anyway. */
const LEAST_STYLIST_PX = 144;
/** Columns of more stylists have no room for a time beside a name, even on a wide screen. */
const ROOMY_STYLISTS = 4;

/** The Tab key leads to one appointment, arrow keys to the others. */
function useOneTabStop(area: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const blocks = area.current?.querySelectorAll<HTMLElement>('[data-appointment]') ?? [];
    if ([...blocks].some(({ tabIndex }) => tabIndex === 0)) return;
    if (blocks[0]) blocks[0].tabIndex = 0;
  });
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onFocus = ({ target }: FocusEvent) => {
      const block = (target as Element).closest<HTMLElement>('[data-appointment]');
      if (!block) return;
      for (const other of element.querySelectorAll<HTMLElement>('[data-appointment]')) other.tabIndex = -1;
      block.tabIndex = 0;
    };
    element.addEventListener('focusin', onFocus);
    return () => element.removeEventListener('focusin', onFocus);
  }, [area]);
}

/** Scrolls the current time to the middle when the grid first shows today, and never again. */
function useCentredOnce(scroller: RefObject<HTMLElement | null>, hasToday: boolean) {
  const isDone = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    const line = element?.querySelector<HTMLElement>('[data-now]');
    if (isDone.current || !hasToday || !element || !line) return;
    isDone.current = true;
    const day = line.closest<HTMLElement>('[data-day]');
    if (day) element.scrollLeft = day.offsetLeft - (element.clientWidth - day.offsetWidth) / 2;
    if (element.scrollHeight <= element.clientHeight) return;
    element.scrollTop = line.offsetTop - element.clientHeight / 2;
  }, [scroller, hasToday]);
}
