import { z } from 'zod';
import { type EventOf, personal } from '../../../eventsourcing/event-types.ts';
import type { Part } from '../../../salon/parts.ts';
import { isSalonDate, type SalonDate } from '../../../salon/salon-time.ts';
import type { Interval } from '../../../salon/slots.ts';
import { MinutesField } from '../../minutes-field.ts';

const instant = z.iso.datetime();

/** The agenda of one salon day, for all who work there. A time is booked by taking it here, and nowhere else. */
interface AgendaId {
  readonly date: SalonDate;
}

export const AGENDA = 'agenda';
/** `agenda-<yyyy-MM-dd>`. A suffix after the date is reserved for a second location. */
export const agendaStream = (date: SalonDate): string => `${AGENDA}-${date}`;

/** Cached, since parsing the date takes longer than anything else that is done for most events, and there are few days. */
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

/** The one resource there is. */
const FIRST = 'first';

/**
 * What a slot or a hold occupies. In version 1 of `SlotTaken` and `SlotHeld` it is the only resource, from start to end; a
 * later version may occupy several resources, each at its own times.
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
  /** Blocks the whole salon; a later version may block less. */
  DateBlocked: {
    schemaVersion: 1,
    data: z.strictObject({ blockId: z.guid(), personal: personal({ reason: z.string().max(500) }) }),
  },
  /** Another reason for the same block. */
  BlockReasonChanged: {
    schemaVersion: 1,
    data: z.strictObject({ blockId: z.guid(), personal: personal({ reason: z.string().max(500) }) }),
  },
  DateUnblocked: { schemaVersion: 1, data: z.strictObject({ blockId: z.guid() }) },
};

export type AgendaEvent = EventOf<typeof agendaEventTypes>;
