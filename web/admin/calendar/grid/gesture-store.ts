import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { endingAt, movedTo, partsOf } from '../../../../src/salon/parts.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import { formatTime } from '../../../../src/salon/time-text.ts';
import type { SalonNow } from '../../../salon/use-salon-now.ts';
import type { Resource } from '../../bookings/stylists/resources.ts';
import { stylistName } from '../../data/stylist-name.ts';
import { REFUSALS, startText, VERDICT_WORDS } from '../plan/calendar-text.ts';
import { type Column, factsFor, overOn } from '../plan/columns.ts';
import {
  type Gesture,
  type GestureEvent,
  type GridSlot,
  gesture,
  IDLE,
  type Intent,
} from '../plan/gesture.ts';
import { doneBy } from '../plan/of-stylist.ts';
import { timeOfBooking } from '../plan/time-of-booking.ts';
import { isRefused, type Verdict, verdictOn } from '../plan/verdict.ts';

interface Scene {
  readonly columns: readonly Column[];
  readonly shown: Interval;
  readonly now: SalonNow;
}

interface State extends Scene {
  readonly gesture: Gesture;
  /** The text announced to screen readers. */
  readonly said: string;
}

/** A time where nothing can be dropped. */
interface RefusedSlot {
  readonly intent: Intent;
  readonly slot: GridSlot;
  readonly reason: string;
  /** An appointment that was picked up by a key stays so, and another time can be tried. */
  readonly isCarried: boolean;
}

/** Callbacks for the outcome of a gesture. */
export interface Outcome {
  onDrop(intent: Intent, slot: GridSlot): void;
  onRefused(refused: RefusedSlot): void;
}

/**
 * The current gesture. It is kept outside of React's state, so that a drag renders only its ghost, however many appointments there
 * are.
 */
export function createGestureStore(scene: Scene, outcome: () => Outcome) {
  const store = createStore<State>(() => ({ ...scene, gesture: IDLE, said: '' }));
  const { getState, setState } = store;
  /** A separate store, since every appointment listens to it: it changes twice in a drag, and the other one with each step. */
  const lifted = createStore<{ readonly id: string | null }>(() => ({ id: null }));
  store.subscribe(({ gesture: state }) => {
    const id = liftedBy(state);
    if (id !== lifted.getState().id) lifted.setState({ id });
  });

  const say = (said: string) => setState({ said });
  /** Adds to what was said last, if nothing else was said since. */
  const sayMore = (last: string, more: string) => {
    if (getState().said === last && more !== last) say(`${last} ${more}`);
  };

  function dispatch(event: GestureEvent): void {
    const { gesture: before, columns, shown } = getState();
    const after = gesture(before, event, { columns: columns.length, shown });
    if (after === before) return;
    if (after.status === 'dropped') drop(before, after.intent, after.slot);
    else setState({ gesture: after, said: saidAfter(before, after, event) });
  }

  function drop(before: Gesture, intent: Intent, slot: GridSlot): void {
    const verdict = verdictAt(intent, slot);
    if (!isRefused(verdict)) {
      setState({ gesture: IDLE, said: '' });
      outcome().onDrop(intent, slot);
      return;
    }
    const reason = REFUSALS[verdict];
    const isCarried = before.status === 'dragging' && before.by === 'keys';
    setState({ gesture: isCarried ? before : IDLE, said: reason });
    outcome().onRefused({ intent, slot, reason, isCarried });
  }

  function verdictAt(intent: Intent, slot: GridSlot): Verdict {
    const { columns, now } = getState();
    const column = columns[slot.column];
    if (!column) return 'past';
    if (column.isOthers) return 'not-yours';
    if (column.stylist?.is_inactive && !isOf(column.stylist, intent)) return 'former';
    const { date } = column;
    // One that has begun may end at another time or be handed over, and staff enter what has begun today.
    const isAnyTime =
      intent.kind === 'resize' ||
      (intent.kind === 'create' ? date === now.date : isHandOver(intent.from, slot, columns));
    const over = isAnyTime ? -1 : overOn(date, now);
    if (intent.kind === 'create') {
      const each = [...column.each.values()];
      const verdicts = (each.length > 0 ? each : [column]).map((facts) =>
        verdictOn(slot, { ...facts, over }),
      );
      // Where all stylists stand in one column, one who is free is enough.
      return verdicts.find((verdict) => !isRefused(verdict)) ?? verdicts[0] ?? 'past';
    }
    const { booking, kind } = intent;
    const time = timeOfBooking(booking);
    const wanted = kind === 'move' ? movedTo(slot.start, time) : endingAt(slot.end, time);
    return verdictOn(slot, { ...factsFor(column, booking), over }, booking.id, partsOf(wanted));
  }

  function saidAfter(before: Gesture, after: Gesture, event: GestureEvent): string {
    if (after.status !== 'dragging') return before.status === 'dragging' ? 'Put back where it was.' : '';
    // With a pointer, the position is visible, and announcing it would cause a layout in each frame.
    if (after.by === 'pointer') return '';
    const where = slotText(after.intent, after.slot);
    if (event.type === 'look')
      return `${where}. Arrow keys go to other times, Enter chooses one, Escape leaves.`;
    if (event.type !== 'pick-up') return where;
    const what = after.intent.kind === 'resize' ? 'its end' : 'it';
    return `Picked up${what === 'it' ? ' at' : ' its end:'} ${where}. Arrow keys move ${what}, Enter drops it, Escape puts it back.`;
  }

  function slotText(intent: Intent, slot: GridSlot): string {
    const { columns, now } = getState();
    const column = columns[slot.column];
    if (!column) return '';
    const words = VERDICT_WORDS[verdictAt(intent, slot)];
    const when =
      intent.kind === 'resize'
        ? `Ends ${formatTime(slot.end)}`
        : startText(column.date, slot.start, now.date);
    const by = column.stylist && intent.kind !== 'resize' ? ` with ${stylistName(column.stylist)}` : '';
    return `${when}${by}, ${words.toLowerCase()}`;
  }

  function setScene(next: Scene): void {
    const { columns, gesture: state } = getState();
    const isElsewhere =
      next.columns.length !== columns.length || next.columns.some(({ key }, at) => key !== columns[at]?.key);
    setState({ ...next, ...(isElsewhere && state.status !== 'idle' && { gesture: IDLE }) });
  }

  return { ...store, lifted, dispatch, say, sayMore, setScene, verdictAt };
}

/** Whether an appointment is a stylist's already. */
const isOf = ({ id }: Resource, intent: Intent): boolean =>
  intent.kind !== 'create' && doneBy(intent.booking) === id;

/** Whether an appointment gets another stylist at the time that it has. */
const isHandOver = (from: GridSlot, to: GridSlot, columns: readonly Column[]): boolean =>
  from.column !== to.column &&
  from.start === to.start &&
  columns[from.column]?.date === columns[to.column]?.date;

export type GestureStore = ReturnType<typeof createGestureStore>;

export const GestureContext = createContext<GestureStore | null>(null);

export function useGestures(): GestureStore {
  const store = use(GestureContext);
  if (!store) throw new Error('useGestures works only within the grid.');
  return store;
}

const liftedBy = (state: Gesture): string | null =>
  state.status === 'dragging' && state.intent.kind !== 'create' ? state.intent.booking.id : null;

/** Whether an appointment is picked up, so that its ghost is shown elsewhere. */
export const useIsLifted = (id: string): boolean =>
  useStore(useGestures().lifted, (lifted) => lifted.id === id);
