import { z } from 'zod';
import { StylistIdField } from '../../../contracts/fields.ts';
import { type EventOf, extended, personal } from '../../../eventsourcing/event-types.ts';
import { isWithin } from '../../../salon/characters.ts';
import { isSalonDate, type SalonDate } from '../../../salon/salon-time.ts';
import { MOST_WINDOWS } from '../../../salon/slots.ts';
import { hasParts, MinutesField, PartsField } from '../../time-fields.ts';

const instant = z.iso.datetime();
const Windows = z.array(z.strictObject({ start: MinutesField, end: MinutesField })).max(MOST_WINDOWS);
/** The stylist whom it is about; left out for everybody. */
const resource = StylistIdField.optional();
const isOfOne = (data: { readonly resource?: string | undefined }): boolean => data.resource !== undefined;
const reason = personal({ reason: z.string().refine((text) => isWithin(text, 500)) });

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

export const agendaEventTypes = {
  SlotTaken: extended(
    z.strictObject({
      slotId: z.guid(),
      bookingId: z.guid(),
      start: MinutesField,
      end: MinutesField,
      parts: PartsField,
      /** The wizard's hold that became this slot. */
      fromHold: z.guid().optional(),
    }),
    hasParts,
  ),
  SlotReleased: { schemaVersion: 1, data: z.strictObject({ slotId: z.guid(), bookingId: z.guid() }) },
  SlotHeld: extended(
    z.strictObject({
      holdId: z.guid(),
      start: MinutesField,
      end: MinutesField,
      parts: PartsField,
      expiresAt: instant,
    }),
    hasParts,
  ),
  SlotHoldDropped: { schemaVersion: 1, data: z.strictObject({ holdId: z.guid() }) },
  /** The whole salon is closed on the date. */
  DateBlocked: {
    schemaVersion: 1,
    data: z.strictObject({ blockId: z.guid(), personal: reason }),
  },
  /** A block of the date or of a part of it stays, but has another reason. */
  BlockReasonChanged: {
    schemaVersion: 1,
    data: z.strictObject({ blockId: z.guid(), personal: reason }),
  },
  DateUnblocked: { schemaVersion: 1, data: z.strictObject({ blockId: z.guid() }) },
  /** A part of the day is blocked for one stylist, or for everybody. */
  TimeBlocked: extended(
    z.strictObject({
      blockId: z.guid(),
      resource,
      start: MinutesField,
      end: MinutesField,
      /** The same for all blocks that repeat and were made together. */
      seriesId: z.guid().optional(),
      personal: reason,
    }),
    isOfOne,
  ),
  /** A blocked part of the day begins or ends at another time. */
  BlockedTimeMoved: {
    schemaVersion: 1,
    data: z.strictObject({ blockId: z.guid(), start: MinutesField, end: MinutesField }),
  },
  TimeUnblocked: { schemaVersion: 1, data: z.strictObject({ blockId: z.guid() }) },
  /**
   * From now on the salon, or one stylist, has hours of its own on the date, and the weekly ones don't apply to it. Without any, the salon is
   * closed, or the stylist doesn't work.
   */
  DayHoursSet: extended(
    z.strictObject({
      resource,
      /** In order; they don't overlap. */
      windows: Windows,
      /** Hours that staff have switched off: the salon isn't open then, and they can be switched on again. Left out without any. */
      off: Windows.optional(),
    }),
    isOfOne,
  ),
  /** The weekly hours apply to the date again. */
  DayHoursCleared: extended(z.strictObject({ resource }), isOfOne),
};

export type AgendaEvent = EventOf<typeof agendaEventTypes>;

/** The types of events by which time is given out, held and given back. The others are what staff decide about a day itself. */
export const TIME_EVENTS: readonly AgendaEvent['type'][] = [
  'SlotTaken',
  'SlotReleased',
  'SlotHeld',
  'SlotHoldDropped',
];

/** Whether staff decide something about a day by such an event: about its blocks or its hours. These count in the day's version. */
export const isDayDecision = (type: string): boolean =>
  type in agendaEventTypes && !(TIME_EVENTS as readonly string[]).includes(type);
