import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { RuleBroken } from '../../../src/eventsourcing/streams/decider.ts';
import { bookingIdOf } from '../../../src/features/booking/appointment/commands.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { isBooked } from '../../../src/features/booking/appointment/state.ts';
import { Refused } from '../../../src/http/refusal.ts';
import { memoryEventStore } from '../log/memory-event-store.ts';
import { createTestSalon, runOf, STAFF } from '../salon/test-salon.ts';
import { createTestUndo } from './test-undo.ts';

/** A salon in memory whose staff undo what they did. */

export const KEY = 'the-first-key-0123456789';
export const OTHER_KEY = 'another-key-0123456789';
export const BOOKING = bookingIdOf(KEY);
const STREAM = bookingStream(BOOKING);
export const NONE = { kind: 'none' } as const;
export const TEMPLATE = { kind: 'template' } as const;
export const MORNING = '2026-11-20T18:00:00.000Z';

export function world(now = () => new Date(MORNING), hooks: Parameters<typeof memoryEventStore>[0] = {}) {
  const log = memoryEventStore(hooks);
  const salon = createTestSalon(log, { now });
  const { undo, customers, pictures, reviews, settings, team } = createTestUndo(log, salon, now);
  let sent = 0;
  const run = (command: string, subject?: string) => {
    sent += 1;
    return runOf({ key: `key-${sent}-0123456789abcdef`, command, ...(subject && { subject }), actor: STAFF });
  };
  const last = async (stream = STREAM): Promise<RecordedEvent> => {
    const event = (await log.read(stream)).at(-1);
    if (!event) throw new Error(`${stream} is empty`);
    return event;
  };
  return {
    log,
    salon,
    customers,
    pictures,
    reviews,
    settings,
    team,
    run,
    last,
    /** Undoes an event as somebody does who clicks. */
    undo: (eventId: string) => undo(eventId, run('admin-undo')),
    async undoLast(stream = STREAM) {
      return undo((await last(stream)).id, run('admin-undo'));
    },
    typesIn: async (stream = STREAM) => (await log.read(stream)).map(({ type }) => type),
    async booking() {
      const { state } = await salon.bookingStreams.load(STREAM);
      if (!isBooked(state)) throw new Error('there is no booking');
      return state;
    },
  };
}
export type World = ReturnType<typeof world>;

/** The code of a refusal, and its sentence if it has one. */
export const refusal = (of: Promise<unknown>) =>
  of.then(
    () => 'granted',
    (error: unknown) =>
      error instanceof Refused
        ? [error.code, error.members.detail]
        : error instanceof RuleBroken
          ? [error.code]
          : error,
  );
