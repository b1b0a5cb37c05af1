import { describe, expect, it } from 'vitest';
import {
  type Gesture,
  type GestureEvent,
  gesture,
  IDLE,
  type Intent,
} from '../../../../web/admin/calendar/plan/gesture.ts';
import { calendarOf } from '../../../e2e/support/fixtures/calendar-fixtures.ts';

const grid = { columns: 7, shown: { start: 480, end: 1320 } };
const run = (events: readonly GestureEvent[], from: Gesture = IDLE) =>
  events.reduce((state, event) => gesture(state, event, grid), from);

const [booking] = calendarOf('2026-11-20', '2026-11-20').days[0]?.bookings ?? [];
if (!booking) throw new Error('nothing to move');
const ada = { column: 2, start: 600, end: 690 };
/** Pressed half an hour below its start. */
const move: Intent = { kind: 'move', booking, from: ada, grab: 30 };
const create: Intent = { kind: 'create', anchor: { column: 1, minute: 607 } };

const press = (intent: Intent, touch = false): GestureEvent => ({
  type: 'press',
  intent,
  at: { x: 100, y: 100 },
  touch,
});
const point = (x: number, y: number, column: number, minute: number): GestureEvent => ({
  type: 'point',
  at: { x, y },
  spot: { column, minute },
});

/** Pressed two minutes above its end. */
const resize: Intent = { kind: 'resize', booking, from: ada, grab: -2 };

it('keeps a start between the quarters in another column, until it is dragged farther', () => {
  const from = { column: 2, start: 605, end: 695 };
  const pressed = press({ ...(move as Extract<Intent, { kind: 'move' }>), from });
  const dragged = run([pressed, point(300, 200, 3, 639)]);
  expect(dragged).toMatchObject({ slot: { column: 3, start: 605, end: 695 } });
  expect(run([point(300, 200, 3, 643)], dragged)).toMatchObject({ slot: { column: 3, start: 615 } });
});

describe('the lower edge', () => {
  it('goes in steps of five minutes, in its column, and never above the start or out of what is shown', () => {
    const dragged = run([press(resize), point(300, 200, 4, 709)]);
    expect(dragged).toMatchObject({ slot: { column: 2, start: 600, end: 710 } });
    expect(run([point(300, 0, 4, 100)], dragged)).toMatchObject({ slot: { start: 600, end: 605 } });
    expect(run([point(300, 0, 4, 1400)], dragged)).toMatchObject({ slot: { start: 600, end: 1320 } });
    expect(run([point(300, 0, 4, 688), { type: 'release' }], dragged)).toEqual(IDLE);
  });

  it('goes by keyboard, up and down alone', () => {
    const picked = run([{ type: 'pick-up', booking, from: ada, edge: true }]);
    const stepped = run(
      [
        { type: 'step', columns: 1, minutes: 0 },
        { type: 'step', columns: 0, minutes: 15 },
        { type: 'step', columns: 0, minutes: -5 },
      ],
      picked,
    );
    expect(stepped).toMatchObject({ slot: { ...ada, end: 700 } });
    expect(run([{ type: 'release' }], stepped)).toMatchObject({
      status: 'dropped',
      intent: { kind: 'resize' },
      slot: { end: 700 },
    });
  });
});

describe('a mouse', () => {
  it('drags only from 5 px on, so that a click stays a click', () => {
    const pressed = run([press(move), point(103, 103, 2, 634)]);
    expect(pressed.status).toBe('pressed');
    expect(run([{ type: 'release' }], pressed)).toEqual(IDLE);
    expect(run([point(103, 105, 2, 634)], pressed).status).toBe('dragging');
  });

  it('moves an appointment by where it was grabbed, in steps of 15 minutes, with its length', () => {
    expect(run([press(move), point(300, 200, 4, 700)])).toMatchObject({
      status: 'dragging',
      slot: { column: 4, start: 675, end: 765 },
    });
  });

  it('keeps it within the days and hours shown', () => {
    expect(run([press(move), point(0, 900, -3, 2000)])).toMatchObject({
      slot: { column: 0, start: 1230, end: 1320 },
    });
    expect(run([press(move), point(900, 0, 12, 0)])).toMatchObject({
      slot: { column: 6, start: 480, end: 570 },
    });
  });

  it('drops it where it was last, and only once', () => {
    const dropped = run([press(move), point(300, 200, 4, 700), { type: 'release' }]);
    expect(dropped).toEqual({ status: 'dropped', intent: move, slot: { column: 4, start: 675, end: 765 } });
    expect(run([point(0, 0, 0, 600), { type: 'release' }], dropped)).toEqual(dropped);
    expect(run([{ type: 'cancel' }], dropped)).toEqual(IDLE);
  });

  it('does nothing when it is dropped where it was', () => {
    expect(run([press(move), point(300, 200, 4, 700), point(101, 101, 2, 631), { type: 'release' }])).toEqual(
      IDLE,
    );
  });

  it('lets go of it without a change on Escape', () => {
    expect(run([press(move), point(300, 200, 4, 700), { type: 'cancel' }])).toEqual(IDLE);
  });

  it('marks free time downwards and upwards, in the column where it began', () => {
    expect(run([press(create), point(100, 200, 3, 680)])).toMatchObject({
      slot: { column: 1, start: 600, end: 675 },
    });
    expect(run([press(create), point(100, 20, 1, 548)])).toMatchObject({
      slot: { column: 1, start: 555, end: 615 },
    });
    expect(run([press(create), point(100, 106, 1, 609)])).toMatchObject({
      slot: { column: 1, start: 600, end: 615 },
    });
  });

  it('keeps its state when nothing has changed, so that nothing is drawn', () => {
    const dragging = run([press(move), point(300, 200, 4, 700)]);
    expect(run([point(301, 201, 4, 701)], dragging)).toBe(dragging);
    expect(run([{ type: 'held' }], dragging)).toBe(dragging);
  });
});

it('looks for free time by keyboard, from quarter to quarter and from day to day', () => {
  const looked = run([{ type: 'look', from: { column: 1, start: 600, end: 615 } }]);
  const steps: readonly GestureEvent[] = [
    { type: 'step', columns: 1, minutes: 0 },
    { type: 'step', columns: 0, minutes: 15 },
    { type: 'release' },
  ];
  expect(run(steps, looked)).toMatchObject({
    status: 'dropped',
    intent: { kind: 'create' },
    slot: { column: 2, start: 615, end: 630 },
  });
});

describe('a finger', () => {
  it('scrolls when it moves before it has held still', () => {
    expect(run([press(move, true), point(100, 110, 2, 640)])).toEqual(IDLE);
  });

  it('picks up what it has held, at once and without a jump', () => {
    const held = run([press(move, true), point(102, 102, 2, 632), { type: 'held' }]);
    expect(held).toMatchObject({ status: 'dragging', slot: ada });
    expect(run([point(100, 200, 2, 700), { type: 'release' }], held)).toMatchObject({
      status: 'dropped',
      slot: { column: 2, start: 675, end: 765 },
    });
  });

  it('marks free time from where it has held', () => {
    expect(run([press(create, true), { type: 'held' }])).toMatchObject({
      slot: { column: 1, start: 600, end: 615 },
    });
  });
});

describe('the keyboard', () => {
  const pickUp: GestureEvent = { type: 'pick-up', booking, from: ada };
  const step = (columns: number, minutes: number): GestureEvent => ({ type: 'step', columns, minutes });

  it('carries an appointment by steps and drops it', () => {
    const carried = run([pickUp, step(1, 0), step(0, 15), step(0, 15)]);
    expect(carried).toMatchObject({
      status: 'dragging',
      by: 'keys',
      slot: { column: 3, start: 630, end: 720 },
    });
    expect(run([{ type: 'release' }], carried)).toMatchObject({ status: 'dropped' });
    expect(run([{ type: 'cancel' }], carried)).toEqual(IDLE);
  });

  it('stops at the edges', () => {
    expect(run([pickUp, step(9, -900)])).toMatchObject({ slot: { column: 6, start: 480, end: 570 } });
    expect(run([pickUp, step(-9, 900)])).toMatchObject({ slot: { column: 0, start: 1230, end: 1320 } });
  });

  it('puts it back when it is dropped where it was', () => {
    expect(run([pickUp, step(1, 0), step(-1, 0), { type: 'release' }])).toEqual(IDLE);
  });

  it('is not disturbed by a mouse that passes, nor does it steer what a mouse drags', () => {
    const carried = run([pickUp]);
    expect(run([point(0, 0, 0, 500)], carried)).toBe(carried);
    const dragged = run([press(move), point(300, 200, 4, 700)]);
    expect(run([step(1, 0)], dragged)).toBe(dragged);
    expect(run([pickUp], dragged)).toBe(dragged);
  });

  it('leaves a start that is on no quarter of an hour where it is until it is moved', () => {
    const odd = { column: 0, start: 605, end: 650 };
    expect(run([{ type: 'pick-up', booking, from: odd }, step(1, 0)])).toMatchObject({
      slot: { column: 1, start: 605, end: 650 },
    });
    expect(run([{ type: 'pick-up', booking, from: odd }, step(0, 15)])).toMatchObject({
      slot: { column: 0, start: 615, end: 660 },
    });
    expect(run([{ type: 'pick-up', booking, from: odd }, step(0, -15)])).toMatchObject({
      slot: { column: 0, start: 600, end: 645 },
    });
  });
});
