import type { ToldBefore } from '../../../contracts/history/undo.ts';
import { MESSAGE_CHANNELS, type MessageKind } from '../../../contracts/messages/message-words.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { bookingStream } from '../../booking/appointment/events.ts';
import { viewBooking } from '../decision/booking-view.ts';
import { hasBegun } from '../decision/decide-message.ts';
import { isKeptSid, ledgerStream } from '../events.ts';
import { readLedger, statusOf } from '../ledger/ledger.ts';

/** Statuses of messages that have left, and of those that may have. */
const LEFT: readonly string[] = ['sent', 'delivered', 'no-receipt'];
const MAY_HAVE_LEFT: readonly string[] = ['open', 'unknown'];

/** No message says that a confirmation was undone. */
const NOT_FOLLOWED_UP: readonly MessageKind[] = ['booked', 'confirmed'];

interface MessagesThatLeftDeps {
  readonly log: Pick<EventStore, 'read'>;
  readonly timeZone: string;
  now(): Date;
}

/** The messages that were caused by these undone events of a booking, as far as its customer may have read them. */
export const createMessagesThatLeft =
  ({ log, timeZone, now }: MessagesThatLeftDeps) =>
  async (bookingId: string, eventIds: readonly string[]): Promise<readonly ToldBefore[]> => {
    const isTooLate = hasBegun(viewBooking(await log.read(bookingStream(bookingId))), now(), timeZone);
    const told = await Promise.all(
      MESSAGE_CHANNELS.map(async (channel) => {
        const { ledger, claims, sentAt } = readLedger(await log.read(ledgerStream(channel, bookingId)));
        return [...ledger.attempts.values()].flatMap((attempt): ToldBefore[] => {
          const { id, kind, sid } = attempt;
          const status = statusOf(attempt);
          const claim = claims.get(id);
          const isAbout = attempt.causes.some((cause) => eventIds.includes(cause));
          const isKept = sid !== undefined && isKeptSid(sid);
          const is_certain = LEFT.includes(status);
          if (!claim || !isAbout || isKept || !(is_certain || MAY_HAVE_LEFT.includes(status))) return [];
          const at = sentAt.get(id) ?? new Date(claim.metadata.at);
          const is_followed_up = !isTooLate && !NOT_FOLLOWED_UP.includes(kind);
          return [{ channel, kind, at: at.toISOString(), is_certain, is_followed_up }];
        });
      }),
    );
    return told.flat();
  };
