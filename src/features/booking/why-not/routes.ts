import { getWhyNot, type WhyNot } from '../../../contracts/bookings/why-not.ts';
import type { NamedStylist } from '../../../contracts/fields.ts';
import type { Actor } from '../../../contracts/history/actor.ts';
import type { HistoryActor } from '../../../contracts/history/history.ts';
import type { RecordedEvent } from '../../../eventsourcing/event-store.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import type { NamedModel } from '../../../http/operation/projected.ts';
import type { Stretch } from '../../../salon/parts.ts';
import { formatTime, type Minutes, minutesOf, type SalonDate } from '../../../salon/salon-time.ts';
import { FORMER_STYLIST } from '../../../salon/stylist-words.ts';
import { reasonText, withName } from './text.ts';
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
  /**
   * The nearest starts before and after a time that are free for a visitor, whatever the notice, and those that follow.
   *
   * @param time with the times as they would be those of each who may be asked; of an appointment, its own time doesn't count
   */
  nearestFree(
    time: FreeStart & { readonly times: readonly Stretch[]; readonly bookingId: string | undefined },
  ): Promise<{
    readonly before: FreeStart | null;
    readonly after: FreeStart | null;
    readonly later: readonly FreeStart[];
  }>;
  /** Actors by their names of today. */
  namedActors(actors: readonly Actor[]): Promise<(actor: Actor) => HistoryActor>;
  /** How answers name the stylists: not at all where the salon is no team. */
  stylistNames(): Promise<{ readonly isTeam: boolean; of(id: string): { readonly stylist?: NamedStylist } }>;
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
  const { on, whyNot, customerOf, blockReasonOf, nearestFree, namedActors, stylistNames } = deps;

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
    async ({ query: { date, time, services = [], booking_id: bookingId, stylist_id, anyone } }) => {
      const start = minutesOf(time);
      const stylistId = anyone ? null : stylist_id;
      const found = await whyNot({ date, start, serviceIds: services, bookingId, stylistId });
      const { reasons, times, able } = found;
      const [named, stylists, known, { before, after, later }] = await Promise.all([
        namedActors(reasons.flatMap(({ since }) => (since ? [actorOf(since)] : []))),
        stylistNames(),
        Promise.all(reasons.map(knownOf)),
        nearestFree({ date, start, times, bookingId }),
      ]);
      const texts = reasons.map((reason, index) => {
        const { stylist } = stylists.of(reason.stylistId);
        const stylistName = stylist && (stylist.name ?? FORMER_STYLIST);
        const since = reason.since && sinceOf(reason.since, named);
        const text = reasonText(reason, { ...found, ...reason, ...known[index], since, stylistName });
        return { reason, since, text, stylist, stylistName };
      });
      const judged = new Set(reasons.flatMap((one) => (one.undone.length > 0 ? [] : [one.stylistId]))).size;
      /** Whether a sentence is true of all whose time was judged: it is said once then, of nobody. */
      const isOfAll = (sentence: string) => texts.filter(({ text }) => text === sentence).length >= judged;
      const told = texts.map(({ reason, since, text, stylist, stylistName }): WhyNot['reasons'][number] => {
        const { code, staffMay, obstacle, isTheirs } = reason;
        const isNamed = isTheirs || !isOfAll(text);
        return {
          code,
          text: isTheirs || !isNamed ? text : withName(stylistName, text),
          staff_may: staffMay,
          ...(obstacle?.kind === 'taken' && { booking_id: obstacle.bookingId }),
          ...((obstacle?.kind === 'blocked' || obstacle?.kind === 'time-blocked') && {
            block_id: obstacle.id,
          }),
          ...(isNamed && stylist && { stylist }),
          since,
        };
      });
      const once = [
        ...new Map(told.map((one) => [`${one.text} ${one.block_id} ${one.booking_id}`, one])).values(),
      ];
      return {
        body: {
          free: told.length === 0,
          reasons: once,
          ...(stylists.isTeam && { stylists: able.flatMap((id) => stylists.of(id).stylist ?? []) }),
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
