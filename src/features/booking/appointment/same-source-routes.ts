import {
  type CancelledSameSource,
  cancelSameSource,
  type SameSource,
} from '../../../contracts/bookings/same-source.ts';
import type { Actor } from '../../../contracts/history/actor.ts';
import { derivedId } from '../../../eventsourcing/identity.ts';
import { RuleBroken } from '../../../eventsourcing/streams/decider.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { refuse } from '../../../http/refusal.ts';
import { NOBODY } from '../notice/notice.ts';
import type { BookingCommands } from './commands.ts';

/** The codes with which a booking that needs no cancellation any more refuses one. */
const OVER: readonly string[] = ['booking-not-found', 'already-cancelled', 'already-completed'];

interface SameSourceCommandRoutesDeps {
  readonly on: Mount;
  /** The bookings of one source in the read model, whatever their status; null for an unknown booking. */
  readonly find: (same: SameSource) => Promise<readonly { readonly id: string }[] | null>;
  readonly cancel: BookingCommands['cancel'];
}

/**
 * The route by which staff undo an attack: it cancels what one sender has booked in a span of time, or what staff have chosen of that.
 * Each booking is cancelled by a command of its own, whose id is derived from the id of the request's command. A retry goes on where
 * the first try stopped, and has the same answer.
 */
export function sameSourceCommandRoutes({ on, find, cancel }: SameSourceCommandRoutesDeps): void {
  /** @returns the cancellation's position; null when the booking is cancelled, completed or deleted already */
  async function cancelOne(bookingId: string, run: CommandRun<Actor>): Promise<string | null> {
    const context = { ...run.context, commandId: derivedId('command', run.context.commandId, bookingId) };
    try {
      // `ifVersion` is left out, since a version belongs to one booking and means nothing for others.
      const { position } = await cancel(
        bookingId,
        { reason: 'other', notice: NOBODY },
        { ...run, context, ifVersion: undefined },
      );
      return position;
    } catch (error) {
      if (error instanceof RuleBroken && OVER.includes(error.code)) return null;
      throw error;
    }
  }

  /** @throws Refused `booking-not-found` */
  async function cancelAll({ ids, ...same }: CancelledSameSource, run: CommandRun<Actor>) {
    const bookings = await find(same);
    if (!bookings) throw refuse('booking-not-found');
    const cancelled: string[] = [];
    const left: string[] = [];
    let position: string | null = null;
    for (const { id } of bookings) {
      if (ids && !ids.includes(id)) continue;
      const cancelledAt = await cancelOne(id, run);
      if (cancelledAt === null) {
        left.push(id);
        continue;
      }
      cancelled.push(id);
      if (position === null || cancelledAt > position) position = cancelledAt;
    }
    return { cancelled, left, position };
  }

  on(cancelSameSource, async ({ params: { id }, body, run }) => ({
    body: await cancelAll({ id, ...body }, run),
  }));
}
