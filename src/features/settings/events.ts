import { z } from 'zod';
import { SECTIONS, sectionSchemas } from '../../contracts/settings/sections.ts';
import { type EventOf, publicText } from '../../eventsourcing/event-types.ts';
import { pictureEventTypes } from '../pictures/events.ts';

/** The single stream `salon`, with what the salon says and shows of itself. All of it is published, so nothing is sealed. */
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
const settings = z.union([
  SCHEMAS.salon,
  SCHEMAS['front-page'],
  SCHEMAS.prices,
  SCHEMAS.policies,
  SCHEMAS.booking,
  SCHEMAS.messages,
  SCHEMAS.reviews,
]);

export const settingsEventTypes = {
  SettingsChanged: {
    schemaVersion: 1,
    data: z.strictObject({
      section: z.enum(SECTIONS),
      /** The whole section from now on. */
      settings,
      /** In the first event of a section: what the profile's file said until then. */
      before: settings.optional(),
    }),
  },
};

export type SettingsEvent = EventOf<typeof settingsEventTypes>;

/** Everything that the stream `salon` holds. */
export const salonEventTypes = { ...settingsEventTypes, ...pictureEventTypes };

export type SalonEvent = EventOf<typeof salonEventTypes>;

/** What an event decides about: a section, or the use of a picture. */
export const partOfSalon = (event: SalonEvent): string =>
  event.type === 'SettingsChanged' ? event.data.section : event.data.use;
