import type { CalendarBooking } from '../../../../src/contracts/bookings/calendar.ts';
import type { Interval } from '../../../../src/salon/slots.ts';
import type { Minutes } from '../../../../src/salon/time-text.ts';
import { END_STEP, STEP, snap } from './hours-shown.ts';

/**
 * Moving, creating, lengthening and shortening appointments, as a state machine: idle → pressed → dragging → dropped. It works with
 * columns and minutes; positions on the screen and timers are up to its caller.
 */

/** How far a mouse must move to drag, in pixels; less is a click. A finger that moves as far scrolls. */
const THRESHOLD_PX = 5;
/** How long a finger must hold still to drag. */
export const HOLD_MS = 350;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point of the screen in the grid's units. It may be outside of the grid. */
export interface Spot {
  readonly column: number;
  readonly minute: Minutes;
}

/** A time in one column. */
export interface GridSlot extends Interval {
  readonly column: number;
}

/** An appointment as it was when picked up. The server refuses the move if somebody else has changed that version in the meantime. */
export interface Held {
  readonly booking: CalendarBooking;
  readonly from: GridSlot;
}

export type Intent =
  | ({
      readonly kind: 'move';
      /** The distance from its start to where it was pressed. */
      readonly grab: Minutes;
    } & Held)
  /** Its lower edge is dragged: it ends earlier or later. */
  | ({
      readonly kind: 'resize';
      /** The distance from its end to where it was pressed. */
      readonly grab: Minutes;
    } & Held)
  | { readonly kind: 'create'; readonly anchor: Spot };

export type Gesture =
  | { readonly status: 'idle' }
  | { readonly status: 'pressed'; readonly intent: Intent; readonly at: Point; readonly touch: boolean }
  | {
      readonly status: 'dragging';
      readonly intent: Intent;
      readonly slot: GridSlot;
      readonly by: 'pointer' | 'keys';
    }
  | { readonly status: 'dropped'; readonly intent: Intent; readonly slot: GridSlot };

export type GestureEvent =
  | { readonly type: 'press'; readonly intent: Intent; readonly at: Point; readonly touch: boolean }
  /** A finger has held still for `HOLD_MS`. */
  | { readonly type: 'held' }
  | { readonly type: 'point'; readonly at: Point; readonly spot: Spot }
  /** `edge`: only its end is picked up. */
  | ({ readonly type: 'pick-up'; readonly edge?: boolean } & Held)
  /** Free time is looked for by keyboard, from this time on. */
  | { readonly type: 'look'; readonly from: GridSlot }
  | { readonly type: 'step'; readonly columns: number; readonly minutes: Minutes }
  | { readonly type: 'release' }
  | { readonly type: 'cancel' };

/** The limits of the grid. */
interface Grid {
  readonly columns: number;
  readonly shown: Interval;
}

export const IDLE: Gesture = { status: 'idle' };

/** The next state; the same object when nothing changes. */
export function gesture(state: Gesture, event: GestureEvent, grid: Grid): Gesture {
  switch (event.type) {
    case 'press':
      return state.status === 'idle'
        ? { status: 'pressed', intent: event.intent, at: event.at, touch: event.touch }
        : state;
    case 'held':
      return state.status === 'pressed'
        ? { status: 'dragging', intent: state.intent, slot: initialSlot(state.intent), by: 'pointer' }
        : state;
    case 'point':
      return pointed(state, event, grid);
    case 'pick-up': {
      if (state.status !== 'idle') return state;
      const kind = event.edge ? 'resize' : 'move';
      const intent: Intent = { kind, booking: event.booking, from: event.from, grab: 0 };
      return { status: 'dragging', intent, slot: event.from, by: 'keys' };
    }
    case 'look': {
      if (state.status !== 'idle') return state;
      const { column, start: minute } = event.from;
      const intent: Intent = { kind: 'create', anchor: { column, minute } };
      return { status: 'dragging', intent, slot: event.from, by: 'keys' };
    }
    case 'step':
      return stepped(state, event, grid);
    case 'release':
      return released(state);
    case 'cancel':
      return IDLE;
    default:
      return event satisfies never;
  }
}

function pointed(
  state: Gesture,
  { at, spot }: Extract<GestureEvent, { type: 'point' }>,
  grid: Grid,
): Gesture {
  switch (state.status) {
    case 'pressed': {
      if (Math.hypot(at.x - state.at.x, at.y - state.at.y) < THRESHOLD_PX) return state;
      if (state.touch) return IDLE;
      const slot = slotAt(state.intent, spot, grid);
      return { status: 'dragging', intent: state.intent, slot, by: 'pointer' };
    }
    case 'dragging': {
      if (state.by !== 'pointer') return state;
      const slot = slotAt(state.intent, spot, grid);
      return isSame(slot, state.slot) ? state : { ...state, slot };
    }
    default:
      return state;
  }
}

function stepped(
  state: Gesture,
  { columns, minutes }: Extract<GestureEvent, { type: 'step' }>,
  grid: Grid,
): Gesture {
  if (state.status !== 'dragging' || state.by !== 'keys') return state;
  const { column, start, end } = state.slot;
  if (state.intent.kind === 'resize') {
    const slot = endingAt(state.intent.from, end + minutes, grid);
    return isSame(slot, state.slot) ? state : { ...state, slot };
  }
  // If the start isn't on a quarter of an hour, the first step leads to the next one.
  const next = minutes > 0 ? Math.floor(start / STEP) * STEP : Math.ceil(start / STEP) * STEP;
  const slot = within(grid, column + columns, minutes === 0 ? start : next + minutes, end - start);
  return isSame(slot, state.slot) ? state : { ...state, slot };
}

function released(state: Gesture): Gesture {
  switch (state.status) {
    case 'pressed':
      return IDLE;
    case 'dragging': {
      const { intent, slot } = state;
      const isBack = intent.kind !== 'create' && isSame(intent.from, slot);
      return isBack ? IDLE : { status: 'dropped', intent, slot };
    }
    default:
      return state;
  }
}

function initialSlot(intent: Intent): GridSlot {
  return intent.kind !== 'create'
    ? intent.from
    : { column: intent.anchor.column, ...quarterAt(intent.anchor.minute) };
}

function slotAt(intent: Intent, spot: Spot, grid: Grid): GridSlot {
  if (intent.kind === 'move') {
    const { start, end } = intent.from;
    const wanted = spot.minute - intent.grab;
    // Its own time may lie between the quarters: another stylist takes it over there.
    const to = Math.abs(wanted - start) < STEP / 2 ? start : snap(wanted);
    return within(grid, spot.column, to, end - start);
  }
  if (intent.kind === 'resize') return endingAt(intent.from, spot.minute - intent.grab, grid);
  const { column } = intent.anchor;
  const anchor = quarterAt(intent.anchor.minute);
  const to = Math.min(Math.max(snap(spot.minute), grid.shown.start), grid.shown.end);
  return { column, start: Math.min(anchor.start, to), end: Math.max(anchor.end, to) };
}

/** The time up to the nearest possible end, after its start and before the end of what is shown. */
function endingAt({ column, start }: GridSlot, minute: Minutes, { shown }: Grid): GridSlot {
  const end = Math.round(minute / END_STEP) * END_STEP;
  return { column, start, end: Math.min(Math.max(end, start + END_STEP), shown.end) };
}

/** The quarter of an hour that a minute lies in. */
export function quarterAt(minute: Minutes): Interval {
  const start = Math.floor(minute / STEP) * STEP;
  return { start, end: start + STEP };
}

/** Whether a chosen time has a length, too; a quarter of an hour says only when something begins. */
export const isMarked = ({ start, end }: Interval): boolean => end - start > STEP;

function within({ columns, shown }: Grid, column: number, start: Minutes, length: Minutes): GridSlot {
  const first = Math.max(shown.start, Math.min(start, shown.end - length));
  return { column: Math.min(Math.max(column, 0), columns - 1), start: first, end: first + length };
}

const isSame = (a: GridSlot, b: GridSlot) => a.column === b.column && a.start === b.start && a.end === b.end;
