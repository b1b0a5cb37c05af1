import { z } from 'zod';
import { SECTIONS, sectionSchemas } from '../../contracts/settings/sections.ts';
import { type EventOf, publicText } from '../../eventsourcing/event-types.ts';
import { pictureEventTypes } from '../pictures/events.ts';
import { SENDING, sendingKeysEventTypes } from '../sending-keys/events.ts';

/**
 * The single stream `salon`, with what the salon says and shows of itself, and when its keys for sending have changed. It holds nothing
 * secret, so nothing is sealed.
 */
export const SALON = 'salon';

const clock = () => z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const SCHEMAS = sectionSchemas({
  line: publicText,
  words: publicText,
  paragraph: publicText,
  textMessage: () => publicText(600),
  mailLine: () => publicText(150),
  mailText: () => publicText(1_500),
  webAddress: () => publicText(300),
  contactAddress: () => publicText(300),
  clock,
  date: () => z.string().regex(/^\d{4}-\d\d-\d\d$/),
});
/** Fields of the section `booking` that came later: events that were recorded before lack them. */
const LATER_FIELDS = {
  start_every_minutes: true,
  last_start_offered: true,
  notice_minutes: true,
  staff_any_five_minutes: true,
  choose_stylist: true,
} as const;
/** The messages that came later, of which the same is true. */
const LATER_KIND = { changed: true } as const;
/** A part of the front page that the website no longer shows. Events that were recorded before have it. */
const FORMER_FIELDS = {
  place: z
    .strictObject({
      heading: publicText(120),
      text: publicText(600),
      pictures: z.array(
        z.strictObject({ picture: z.enum(['door', 'chair', 'tools']), alt: publicText(200) }),
      ),
    })
    .nullish(),
};
export type FormerFields = Partial<Record<keyof typeof FORMER_FIELDS, unknown>>;
const settings = z.union([
  SCHEMAS.salon,
  SCHEMAS['front-page'].extend(FORMER_FIELDS),
  SCHEMAS.prices,
  SCHEMAS.policies,
  SCHEMAS.booking.partial(LATER_FIELDS),
  SCHEMAS.messages.extend({
    texts: SCHEMAS.messages.shape.texts.partial(LATER_KIND),
    mails: SCHEMAS.messages.shape.mails.partial(LATER_KIND),
  }),
  SCHEMAS.reviews,
]);

export const settingsEventTypes = {
  SettingsChanged: {
    schemaVersion: 1,
    data: z.strictObject({
      section: z.enum(SECTIONS),
      /** The whole section from now on. */
      settings,
      /** Only in the first event of a section, or the first with fields that came later: what the profile's file said of them until then. */
      before: settings.optional(),
    }),
  },
};

export type SettingsEvent = EventOf<typeof settingsEventTypes>;

/** Everything that the stream `salon` holds. */
export const salonEventTypes = { ...settingsEventTypes, ...pictureEventTypes, ...sendingKeysEventTypes };

export type SalonEvent = EventOf<typeof salonEventTypes>;

/** The subject of an event: a section, the use of a picture, or the keys for sending. */
export function thingOfSalon(event: SalonEvent): string {
  switch (event.type) {
    case 'SettingsChanged':
      return event.data.section;
    case 'SendingKeysChanged':
      return SENDING;
    default:
      return event.data.use;
  }
}
