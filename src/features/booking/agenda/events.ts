import { z } from 'zod';
import { type EventOf, personal } from '../../../eventsourcing/event-types.ts';
import type { Part } from '../../../salon/parts.ts';
import { isSalonDate, type SalonDate } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { MinutesField } from '../../minutes-field.ts';

const instant = z.iso.datetime();

/** The agenda of one salon day, for everybody who works there. Only what is taken on the agenda is booked. */
interface AgendaId {
  readonly date: SalonDate;
}

export const AGENDA = 'agenda';
/** The stream `agenda-<yyyy-MM-dd>`. A suffix after the date is reserved for a second location. */
export const agendaStream = (date: SalonDate): string => `${AGENDA}-${date}`;

/** A cache: parsing the date takes longer than anything else that is done for most events, and there are few different days. */
const parsed = new Map<string, AgendaId>();
const MOST_PARSED = 1_000;

/**
 * The day of an agenda's stream.
 *
 * @throws RangeError for any other name, such as one that only a later version understands
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

/** The only resource that exists so far. */
const FIRST = 'first';

/**
 * What a slot or a hold occupies. In version 1 of `SlotTaken` and `SlotHeld`, that is the only resource, from start to end. In a
 * later version it may be several resources, each at times of its own.
 */
export const partsOf = ({ start, end }: Interval): readonly Part[] => [{ resource: FIRST, start, end }];

export const agendaEventTypes = {
  SlotTaken: {
    schemaVersion: 1,
    data: z.strictObject({
      slotId: z.guid(),
      bookingId: z.guid(),
      start: MinutesField,
      end: MinutesField,
      /** The wizard's hold that became this slot. */
      fromHold: z.guid().optional(),
    }),
  },
  SlotReleased: { schemaVersion: 1, data: z.strictObject({ slotId: z.guid(), bookingId: z.guid() }) },
  SlotHeld: {
    schemaVersion: 1,
    data: z.strictObject({ holdId: z.guid(), start: MinutesField, end: MinutesField, expiresAt: instant }),
  },
  SlotHoldDropped: { schemaVersion: 1, data: z.strictObject({ holdId: z.guid() }) },
  /** The whole salon is blocked. In a later version of the event, it may be less. */
  DateBlocked: {
    schemaVersion: 1,
    data: z.strictObject({ blockId: z.guid(), personal: personal({ reason: z.string().max(500) }) }),
  },
  /** The block stays, but has another reason. */
  BlockReasonChanged: {
    schemaVersion: 1,
    data: z.strictObject({ blockId: z.guid(), personal: personal({ reason: z.string().max(500) }) }),
  },
  DateUnblocked: { schemaVersion: 1, data: z.strictObject({ blockId: z.guid() }) },
};

export type AgendaEvent = EventOf<typeof agendaEventTypes>;
