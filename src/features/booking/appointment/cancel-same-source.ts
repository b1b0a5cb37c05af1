import type { SameSource } from '../../../contracts/bookings/same-source.ts';
import type { Actor } from '../../../contracts/history/actor.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import type { BookingCommands } from './commands.ts';

/** What a booking refuses that needs no cancellation any more. */
const OVER: readonly string[] = ['booking-not-found', 'already-cancelled', 'already-completed'];

interface Deps {
  /** Bookings of one source, as the read model has them, whatever has become of them; null for an unknown booking. */
  readonly find: (same: SameSource) => Promise<readonly { readonly id: string }[] | null>;
  readonly cancel: BookingCommands['cancel'];
}

/**
 * Staff undo an attack: everything that one sender has booked in a span of time is cancelled, each booking by a command
 * of its own that follows from the one. A retry goes on where it stopped, and answers the same.
 */
export function createCancelSameSource({ find, cancel }: Deps) {
  /** @returns the cancellation's position; null when the booking is cancelled, completed or deleted already */
  async function cancelOne(bookingId: string, run: CommandRun<Actor>): Promise<string | null> {
    const context = { ...run.context, commandId: derivedId('command', run.context.commandId, bookingId) };
    try {
      const notice = { kind: 'none' } as const;
      // A version is that of one booking, and says nothing about the others.
      const { position } = await cancel(
        bookingId,
        { reason: 'other', notice },
        { ...run, context, ifVersion: undefined },
      );
      return position;
    } catch (error) {
      if (error instanceof RuleBroken && OVER.includes(error.code)) return null;
      throw error;
    }
  }

  /** @throws Refused `booking-not-found` */
  return async (same: SameSource, run: CommandRun<Actor>) => {
    const bookings = await find(same);
    if (!bookings) throw refuse('booking-not-found');
    const cancelled: string[] = [];
    const left: string[] = [];
    let position: string | null = null;
    for (const { id } of bookings) {
      const cancelledAt = await cancelOne(id, run);
      if (cancelledAt === null) {
        left.push(id);
        continue;
      }
      cancelled.push(id);
      if (position === null || cancelledAt > position) position = cancelledAt;
    }
    return { cancelled, left, position };
  };
}

export type CancelSameSource = ReturnType<typeof createCancelSameSource>;
