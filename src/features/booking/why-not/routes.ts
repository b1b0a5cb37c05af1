import { getWhyNot, type WhyNot } from '../../../contracts/bookings/why-not.ts';
import type { Actor } from '../../../contracts/history/actor.ts';
import type { HistoryActor } from '../../../contracts/history/history.ts';
import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import type { NamedModel } from '../../../http/operation/projected.ts';
import type { Stretch } from '../../../salon/parts.ts';
import { formatTime, type Minutes, minutesOf, type SalonDate } from '../../../salon/salon-time.ts';
import { reasonText } from './text.ts';
import type { ExplainedReason, WhyNotReader } from './why-not.ts';

interface FreeStart {
  readonly date: SalonDate;
  readonly start: Minutes;
}

interface WhyNotRoutesDeps {
  readonly on: Mount;
  readonly whyNot: WhyNotReader;
  /** The customer of a booking: null if they were erased, undefined for a booking that isn't known yet. */
  customerOf(bookingId: string): Promise<string | null | undefined>;
  /** Why a date or a part of it is blocked; null if that isn't known. */
  blockReasonOf(blockId: string): Promise<string | null>;
  /** The nearest starts before and after a time that are free for a visitor, whatever the notice, and those that follow. @param bookingId an appointment whose time doesn't count */
  nearestFree(time: {
    readonly date: SalonDate;
    readonly slot: Stretch;
    readonly bookingId: string | undefined;
  }): Promise<{
    readonly before: FreeStart | null;
    readonly after: FreeStart | null;
    readonly later: readonly FreeStart[];
  }>;
  /** Actors by their names of today. */
  namedActors(actors: readonly Actor[]): Promise<(actor: Actor) => HistoryActor>;
  /** The read models that these read. */
  readonly models: readonly NamedModel[];
}

const actorOf = ({ metadata }: RecordedEvent) => metadata.actor as Actor;

const sinceOf = (event: RecordedEvent, named: (actor: Actor) => HistoryActor) => ({
  event_id: event.id,
  type: event.type,
  at: event.metadata.at,
  actor: named(actorOf(event)),
});

const shown = ({ date, start }: FreeStart) => ({ date, time: formatTime(start) });

/** Says to staff why a booking can't be at a time. */
export function whyNotRoutes(deps: WhyNotRoutesDeps): void {
  const { on, whyNot, customerOf, blockReasonOf, nearestFree, namedActors } = deps;

  /** Asks the read models about the booking or the block that is there. */
  async function knownOf({ obstacle }: ExplainedReason) {
    switch (obstacle?.kind) {
      case 'taken':
        return { customerName: await customerOf(obstacle.bookingId) };
      case 'blocked':
      case 'time-blocked':
        return { blockReason: await blockReasonOf(obstacle.id) };
      default:
        return {};
    }
  }

  on(
    getWhyNot,
    async ({ query: { date, time, services = [], booking_id: bookingId } }) => {
      const start = minutesOf(time);
      const found = await whyNot({ date, start, serviceIds: services, bookingId });
      const { slot, reasons } = found;
      const [named, known, { before, after, later }] = await Promise.all([
        namedActors(reasons.flatMap(({ since }) => (since ? [actorOf(since)] : []))),
        Promise.all(reasons.map(knownOf)),
        nearestFree({ date, slot, bookingId }),
      ]);
      const told = reasons.map((reason, index): WhyNot['reasons'][number] => {
        const { code, staffMay, obstacle } = reason;
        const since = reason.since && sinceOf(reason.since, named);
        return {
          code,
          text: reasonText(reason, { ...found, ...known[index], since }),
          staff_may: staffMay,
          ...(obstacle?.kind === 'taken' && { booking_id: obstacle.bookingId }),
          ...((obstacle?.kind === 'blocked' || obstacle?.kind === 'time-blocked') && {
            block_id: obstacle.id,
          }),
          since,
        };
      });
      return {
        body: {
          free: told.length === 0,
          reasons: told,
          nearest: {
            before: before && shown(before),
            after: after && shown(after),
            later: later.map(shown),
          },
        },
      };
    },
    deps.models,
  );
}
