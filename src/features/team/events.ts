import { z } from 'zod';
import { ServiceIdField } from '../../contracts/fields.ts';
import { type ERASED, type EventOf, personal } from '../../eventsourcing/event-types.ts';
import { FIRST_STYLIST } from '../../salon/team.ts';

/** Streams `stylist-<id>`, one for each stylist. That of the first one may be empty: then nothing is recorded about them. */
export const STYLIST = 'stylist';
export const stylistStream = (stylistId: string): string => `${STYLIST}-${stylistId}`;
export const idOfStylist = (stream: string): string => stream.slice(STYLIST.length + 1);

const card = z.strictObject({
  personal: personal({
    /** Null as long as the first stylist goes by the salon's name. */
    name: z.string().nullable(),
    /** Empty for none. */
    title: z.string(),
  }),
  /** Null for all that the salon offers. */
  services: z
    .array(
      z.strictObject({
        id: ServiceIdField,
        minutes: z.int().positive().optional(),
        priceCents: z.int().min(0).optional(),
      }),
    )
    .nullable(),
  /** The place in the salon's order. One between two others is a fraction, so that no other stylist changes. */
  order: z.number(),
  /** Whether visitors may book them. */
  online: z.boolean(),
});
/** A stylist's card. Its personal part is `ERASED` once the stream's key is shredded. */
export type RecordedCard = Readonly<z.infer<typeof card>>;

/** The first stylist's card, until one is recorded. */
export const FIRST_CARD: RecordedCard = {
  personal: { name: null, title: '' },
  services: null,
  order: FIRST_STYLIST.order,
  online: FIRST_STYLIST.isOnline,
};

/** A stylist's card as staff enter it. */
export type Card = Omit<RecordedCard, 'personal'> & Exclude<RecordedCard['personal'], typeof ERASED>;

/** Fields that are left out stay as they are. */
export type CardChange = { readonly [Field in keyof Card]?: Card[Field] | undefined };

const minutes = z.int().min(0).max(1440);
const week = z.array(
  z.strictObject({
    dayOfWeek: z.int().min(0).max(6),
    windows: z.array(z.strictObject({ start: minutes, end: minutes })).min(1),
  }),
);

export const stylistEventTypes = {
  StylistAdded: { schemaVersion: 1, data: card },
  /** Contains the whole new card. */
  StylistChanged: { schemaVersion: 1, data: card },
  /** The weekdays on which they work, at no other times; null for the salon's hours. */
  StylistHoursSet: { schemaVersion: 1, data: z.strictObject({ week: week.nullable() }) },
  StylistActivated: { schemaVersion: 1, data: z.strictObject({}) },
  /** They are given no more appointments. Those that they have stay. */
  StylistDeactivated: { schemaVersion: 1, data: z.strictObject({}) },
  /** The shredder shreds the stream's key after this event. No event follows it. */
  StylistErased: { schemaVersion: 1, data: z.strictObject({}) },
};

export type StylistEvent = EventOf<typeof stylistEventTypes>;
