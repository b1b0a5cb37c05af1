import { z } from 'zod';
import { type EventOf, personal } from '../../../eventsourcing/event-types.ts';
import { isSalonDate, type SalonDate } from '../../../salon/salon-time.ts';
import { type Interval, overlaps } from '../../../salon/slots.ts';

const minutes = z.int().min(0).max(1440);
const instant = z.iso.datetime();

/** One salon day for all who work there: the only place where time is given out. */
export interface AgendaId {
  readonly date: SalonDate;
}

export const AGENDA = 'agenda';
/** `agenda-<yyyy-MM-dd>`. A suffix behind the date is kept free for a second location. */
export const agendaStream = (date: SalonDate): string => `${AGENDA}-${date}`;

/** Reading a date costs more than all else that is done with most events, and there are few days. */
const parsed = new Map<string, AgendaId>();
const MOST_PARSED = 1_000;

/**
 * The day of an agenda's stream.
 *
 * @throws RangeError for any other name: a day that only a later version understands must not be taken for this one
 */
export function parseAgendaId(stream: string): AgendaId {
  const known = parsed.get(stream);
  if (known) return known;
  const date = stream.slice(AGENDA.length + 1);
  if (agendaStream(date) !== stream || !isSalonDate(date)) throw new RangeError(`${stream} is no agenda`);
  const id = { date };
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(stream, id);
  return id;
}

/** What a slot or a hold occupies of one resource. */
export interface Part extends Interval {
  /** A stylist, or something that appointments share. */
  readonly resource: string;
}

/** The one resource there is. */
const FIRST = 'first';

/**
 * What a slot or a hold occupies. In version 1 of `SlotTaken` and `SlotHeld` that is the only resource, from start to
 * end; a later version may leave time out or add some, for several resources.
 */
export const partsOf = ({ start, end }: Interval): readonly Part[] => [{ resource: FIRST, start, end }];

/** True when both occupy the same resource at the same time. */
export function collide(some: readonly Part[], others: readonly Part[]): boolean {
  // Loops, since a day asks this for every slot of it, and a function made for each would be most of the cost.
  for (const part of some)
    for (const other of others) if (part.resource === other.resource && overlaps(part, other)) return true;
  return false;
}

export const agendaEventTypes = {
  SlotTaken: {
    schemaVersion: 1,
    data: z.strictObject({
      slotId: z.guid(),
      bookingId: z.guid(),
      start: minutes,
      end: minutes,
      /** The wizard's hold that became this slot. */
      fromHold: z.guid().optional(),
    }),
  },
  SlotReleased: { schemaVersion: 1, data: z.strictObject({ slotId: z.guid(), bookingId: z.guid() }) },
  SlotHeld: {
    schemaVersion: 1,
    data: z.strictObject({ holdId: z.guid(), start: minutes, end: minutes, expiresAt: instant }),
  },
  SlotHoldDropped: { schemaVersion: 1, data: z.strictObject({ holdId: z.guid() }) },
  /** The whole salon, until events of a later kind say otherwise. */
  DateBlocked: {
    schemaVersion: 1,
    data: z.strictObject({ blockId: z.guid(), personal: personal({ reason: z.string().max(500) }) }),
  },
  DateUnblocked: { schemaVersion: 1, data: z.strictObject({ blockId: z.guid() }) },
};

export type AgendaEvent = EventOf<typeof agendaEventTypes>;
