import { z } from 'zod';
import { EndClockField, NEW_VERSION, SalonDateField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { SECTIONS, type SectionName, type Sections, type SectionTexts, sectionSchemas } from './sections.ts';
import { TYPED_TEXTS } from './typed-texts.ts';

export const TYPED_SECTIONS = sectionSchemas(TYPED_TEXTS);

const anyText = () => z.string();
/** The profile's file may have longer texts than staff may save. */
const SHOWN_TEXTS: SectionTexts = {
  line: anyText,
  words: anyText,
  paragraph: anyText,
  textMessage: anyText,
  mailLine: anyText,
  mailText: anyText,
  webAddress: anyText,
  contactAddress: anyText,
  clock: () => EndClockField,
  date: () => SalonDateField,
};
const SHOWN_SECTIONS = sectionSchemas(SHOWN_TEXTS);

const shownAs = <Settings extends z.ZodType>(settings: Settings) =>
  z.object({
    settings,
    /** False while the section is what the profile's file says. */
    saved: z.boolean(),
    /** Number of changes of the section; in quotation marks, the value for `If-Match`, and the ETag. */
    version: z.int(),
    /** The values of the words in braces, with made-up ones for those of a booking. */
    variables: z.record(z.string(), z.string()),
  });

/** A section as staff see it. */
export interface ShownSection<Name extends SectionName> {
  readonly settings: Sections[Name];
  readonly saved: boolean;
  readonly version: number;
  readonly variables: Readonly<Record<string, string>>;
}

/** Result of a change. */
const SettingsAnswer = z.object(NEW_VERSION);

const FormerText = z.object({
  section: z.enum(SECTIONS),
  path: z.array(z.union([z.string(), z.int()])),
  text: z.string(),
  /** The text with the salon's present name, place or phone. */
  instead: z.string(),
});
export type FormerText = z.infer<typeof FormerText>;

export const getFormerTexts = defineOperation({
  method: 'get',
  path: '/api/admin/settings/former-texts',
  summary:
    'The texts of the settings that still say what the salon was called, where it was, or its former phone',
  caller: 'admin',
  roles: 'owners',
  area: 'settings',
  answer: { status: 200, body: z.object({ texts: z.array(FormerText) }) },
});

const reading = <const Name extends SectionName>(section: Name) =>
  defineOperation({
    method: 'get',
    path: `/api/admin/settings/${section}`,
    summary: `The salon's settings: ${section}`,
    caller: 'admin',
    roles: 'owners',
    area: 'settings',
    answer: { status: 200, body: shownAs(SHOWN_SECTIONS[section]) },
  });

const changing = <const Name extends SectionName>(section: Name) =>
  defineOperation({
    method: 'patch',
    path: `/api/admin/settings/${section}`,
    summary: `Change settings of the section ${section}; fields that are left out stay as they are`,
    caller: 'admin',
    roles: 'owners',
    area: 'settings',
    body: TYPED_SECTIONS[section].partial(),
    answer: { status: 200, body: SettingsAnswer },
    command: `change-settings-${section}`,
    problems: section === 'salon' ? ['invalid-phone', 'invalid-time-zone', 'time-zone-fixed'] : [],
  });

type Reading = { readonly [Name in SectionName]: ReturnType<typeof reading<Name>> };
type Changing = { readonly [Name in SectionName]: ReturnType<typeof changing<Name>> };

/** The operation that reads each section. */
export const getSettings = Object.fromEntries(
  SECTIONS.map((name) => [name, reading(name)]),
) as unknown as Reading;
/** The operation that changes each section. */
export const changeSettings = Object.fromEntries(
  SECTIONS.map((name) => [name, changing(name)]),
) as unknown as Changing;
