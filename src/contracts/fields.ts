import { z } from 'zod';
import { countCharacters, isWithin, roomFor } from '../salon/characters.ts';
import { isEmail } from '../salon/email.ts';
import { isNumber, numberIn } from '../salon/phone-number.ts';
import { isSalonDate, parseClock, parseTime } from '../salon/salon-time.ts';
import { isPlain, oneLine, plainPhone, visibleLine, withFewMarks, withoutDirections } from './plain-text.ts';

/**
 * Field schemas and other parts of requests and answers that several contracts share. A field has one message for everything that can be
 * wrong with it, including a missing value and a wrong type, and reports it only once. A message may be a problem code (see
 * `http/operation/parse.ts`).
 */

/** Text whose length is checked before anything else, so that no pattern ever sees more than `max` characters. */
export const boundedText = (max: number, error: string) => z.string(error).max(max, { error, abort: true });

/** @param error the message for everything that can be wrong */
const salonDateField = (error: string) =>
  boundedText(10, error).refine(isSalonDate, error).meta({ format: 'date' });
export const SalonDateField = salonDateField('Must be a date, yyyy-MM-dd.');

/** Arguments of `refine`: a first and a last day are in order. Both are included, and either may be left out. */
export const IN_ORDER = [
  ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
    !from || !to || from <= to,
  { path: ['to'], error: 'Must not lie before `from`.' },
] satisfies [unknown, unknown];

/** Whether the days from one date to another, both included, are at most so many. */
export const areAtMostDays = (most: number, from: string, to: string): boolean =>
  Date.parse(to) - Date.parse(from) < most * 86_400_000;

/** Some days in a row, by the first and the last of them. */
export const daysField = (most: number) =>
  z
    .object({ from: SalonDateField, to: SalonDateField })
    .refine(...IN_ORDER)
    .refine(({ from, to }) => areAtMostDays(most, from, to), {
      path: ['to'],
      error: `At most ${most} days.`,
    });

/** A time such as `9:30 AM`; `09:30 AM` is accepted too. */
const timeField = (error: string) => boundedText(8, error).refine((time) => parseTime(time) !== null, error);
export const TimeField = timeField('Must be a time such as 9:30 AM.');

/** Date and time that staff enter when they book an appointment, and when they move one. */
export const StaffDateField = salonDateField('appointment-time-required');
export const StaffTimeField = timeField('appointment-time-required');
export const NewDateField = salonDateField('new-time-required');
export const NewTimeField = timeField('new-time-required');

const CLOCK = 'Must be a 24-hour time such as 09:00.';
/** A 24-hour time such as `09:00`; as an end also `24:00`. If the text is no time, rules that compare times aren't checked. */
export const EndClockField = boundedText(5, CLOCK).refine((time) => parseClock(time) !== null, {
  error: CLOCK,
  abort: true,
});
export const ClockField = EndClockField.refine((time) => time !== '24:00', { error: CLOCK, abort: true });

const UUID = 'Must be a UUID.';
export const UuidField = boundedText(36, UUID).check(z.guid(UUID)).toLowerCase();
/** Path parameters of an operation on one thing. */
export const IdPath = z.object({ id: UuidField });

const wordOrUuid = (message: string) => boundedText(64, message).regex(/^[a-z0-9][a-z0-9-]{0,63}$/, message);

/** Ids of seeded services are words; ids of services that were added later are UUIDs. */
export const ServiceIdField = wordOrUuid('Must be a service id.');

/** `first`, or the UUID of a stylist who was added later. */
export const StylistIdField = wordOrUuid('Must be a stylist id.');

/** In a query about an appointment, whose own stylist is meant where none is named. */
export const AnyoneField = z.literal('true', 'Must be true, or left out.');
/** For `refine`: a query names a stylist, or asks for anyone. */
export const ONE_OR_ANYONE = [
  ({
    stylist_id,
    anyone,
  }: {
    readonly stylist_id?: string | undefined;
    readonly anyone?: 'true' | undefined;
  }) => stylist_id === undefined || !anyone,
  { path: ['anyone'], error: 'Must be left out if a stylist is named.' },
] satisfies [unknown, { path: string[]; error: string }];

/** The stylist who does an appointment. Answers leave it out where the salon is no team. */
export const NamedStylist = z.object({
  id: StylistIdField,
  /** Null once it was erased. */
  name: z.string().nullable(),
});
export type NamedStylist = z.infer<typeof NamedStylist>;

const PICTURE_ID = 'Must be the id of a picture.';
/** A hash of the picture's files. */
export const PictureIdField = boundedText(32, PICTURE_ID).regex(/^[0-9a-f]{32}$/, PICTURE_ID);

const POSITION = 'Must be a position.';
/** A position of the log, as commands return it. */
export const PositionField = boundedText(32, POSITION).regex(/^[0-9a-f]{32}$/, POSITION);

/** Part of the answer to a command: the version of the changed thing after it, and the log's position. */
export const NEW_VERSION = { version: z.int(), position: PositionField };

const IDEMPOTENCY_KEY = 'Must have 16 to 200 printable ASCII characters.';
/** A key that the client makes anew for each submit (docs/event-model.md, "Identities"). Printable ASCII. */
export const IdempotencyKeyField = boundedText(200, IDEMPOTENCY_KEY).regex(
  /^[\x21-\x7e]{16,200}$/,
  IDEMPOTENCY_KEY,
);

/** A text may arrive this many times longer than its limit, since spaces and marks that come with pasted text are removed here. */
const PASTED = 2;

/** A check that a text has at most so many characters, as people count them. */
export const within =
  (max: number, message: string): z.core.CheckFn<string> =>
  ({ value: input, issues }) => {
    if (isWithin(input, max)) return;
    issues.push({ code: 'too_big', origin: 'string', maximum: max, input, message, continue: false });
  };

const onOneLine = (max: number, error: string) =>
  boundedText(roomFor(max), error).overwrite(oneLine).check(within(max, error));

/** A name of somebody or something, on one line; it may be empty. */
export const lineField = (max: number, error: string) => onOneLine(max, error).refine(isPlain, error);

/** Two characters, or one of two letters, as scripts of India write them. */
const isName = (name: string) => countCharacters(name) >= 2 || (name.match(/\p{L}/gu) ?? []).length >= 2;
const nameField = (error: string) =>
  onOneLine(100, error).refine(isName, { error, abort: true }).refine(isPlain, error);
export const CustomerNameField = nameField('invalid-name');
/** A customer's name as staff enter it. */
export const StaffNameField = nameField('customer-name-too-short');

const addressField = (error: string) =>
  boundedText(PASTED * 254, error)
    .overwrite(visibleLine)
    .max(254, { error, abort: true });
const EMAIL = { format: 'email' };
export const EmailField = addressField('invalid-email').refine(isEmail, 'invalid-email').meta(EMAIL);
/** A customer's e-mail as staff enter it; a blank text means that there is none. */
export const StaffEmailField = addressField('customer-email-invalid')
  .refine((typed) => typed === '' || isEmail(typed), 'customer-email-invalid')
  .transform((typed) => typed || null)
  .nullable();

const STAFF_PHONE_MIN_LENGTH = 10;

const phoneField = (error: string) =>
  boundedText(PASTED * 40, error)
    .overwrite(plainPhone)
    .max(40, { error, abort: true });

/** A phone number as people type or paste it, stored in plain characters. */
export const PhoneField = phoneField('invalid-phone')
  .refine(isNumber, 'invalid-phone')
  .describe(
    'At least ten digits, or a plus, the country and the number, with the usual separators and an optional extension. The server refuses a number that nobody can have.',
  );
/** A customer's phone number as staff enter it. */
export const StaffPhoneField = phoneField('customer-phone-invalid')
  .min(STAFF_PHONE_MIN_LENGTH, { error: 'customer-phone-invalid', abort: true })
  .refine((typed) => numberIn(typed) !== null, 'customer-phone-invalid')
  .describe(
    'At least ten characters: a number with the usual separators and an optional extension. A number that nobody can have is stored, and no customer is recognised by it.',
  );

/** A text that may be blank. Line breaks are kept; control characters for the writing direction are removed. */
export const linesField = (max: number, error: string) =>
  boundedText(roomFor(max), error)
    .overwrite((typed) => withoutDirections(withFewMarks(typed)).trim())
    .check(within(max, error))
    .refine(isPlain, error);

const plainText = (max: number) => linesField(max, `Must be plain text of at most ${max} characters.`);

/** A blank text means none. */
const freeText = (max: number) =>
  plainText(max)
    .transform((typed) => typed || null)
    .nullable();

/** Free text about a booking or a customer. */
export const ChangedNotesField = freeText(2000);
/** The same as `ChangedNotesField`, but it may be left out. */
export const NotesField = ChangedNotesField.default(null);

/** @param units the most UTF-16 units: a text message has no room for more, and emoji take several each */
const sentText = (max: number, units: number) =>
  plainText(max).refine((text) => text.length <= units, {
    error: 'Has too many emoji for a text message: they take more room.',
    abort: true,
  });

/** A message to a customer in the words of staff. If it is blank or left out, nothing is sent. */
export const MessageField = sentText(1600, 1600)
  .transform((typed) => typed || null)
  .nullable()
  .default(null);

/** An answer to what a customer texted. Short, since a text may have several, and the usual words about a change. */
export const AnswerField = sentText(480, 1000).min(1, 'Please write an answer first');

const REASON_LENGTH = 500;
const REASON = `Must be plain text of at most ${REASON_LENGTH} characters.`;
export const BlockReasonField = z
  .string('block-reason-required')
  .max(roomFor(REASON_LENGTH), { error: REASON, abort: true })
  .overwrite(oneLine)
  .min(1, { error: 'block-reason-required', abort: true })
  .check(within(REASON_LENGTH, REASON))
  .refine(isPlain, REASON);
