import { z } from 'zod';
import { isSalonDate, parseClock, parseTime } from '../salon/salon-time.ts';

/** Field shapes that several contracts share. A refinement's message may be a problem code (see `http/parse.ts`). */

export const SalonDateField = z
  .string()
  .refine(isSalonDate, 'Must be a date, yyyy-MM-dd.')
  .meta({ format: 'date' });

/** `9:30 AM`; `09:30 AM` is accepted too. */
export const TimeField = z
  .string()
  .refine((text) => parseTime(text) !== null, 'Must be a time such as 9:30 AM.');

/** 24-hour `09:00`. */
export const ClockField = z
  .string()
  .refine((text) => parseClock(text) !== null, 'Must be a 24-hour time such as 09:00.');

export const UuidField = z.guid().toLowerCase();

/** Ids of the seeded services are words, of later ones UUIDs. */
export const ServiceIdField = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'Must be a service id.');

/** Position of the log, as a command answers it. */
export const PositionField = z.string().regex(/^[0-9a-f]{32}$/, 'Must be a position.');

/** Made new by the client for each submit (protocol: Identity). Printable ASCII. */
export const IdempotencyKeyField = z
  .string()
  .regex(/^[\x21-\x7e]{16,200}$/, 'Must have 16 to 200 characters.');

/** Control characters other than a line break and a tab have no place in text that people typed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point.
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const isClean = (text: string) => text.isWellFormed() && !CONTROL.test(text);

export const NAME_LENGTH = { min: 2, max: 100 } as const;
export const PHONE_MIN_LENGTH = 10;

export const CustomerNameField = z
  .string()
  .trim()
  .min(NAME_LENGTH.min, 'invalid-name')
  .max(NAME_LENGTH.max, 'invalid-name')
  .refine(isClean, 'invalid-name');

export const EmailField = z.string().trim().max(254, 'invalid-email').pipe(z.email('invalid-email'));

/** Kept as typed: digits with the usual separators, an optional extension; at least ten digits. */
export const PhoneField = z
  .string()
  .trim()
  .max(40, 'invalid-phone')
  .regex(/^\+?[\d\s().\-/]+(?:\s*(?:x|ext\.?)\s*\d{1,6})?$/i, 'invalid-phone')
  .refine((text) => text.replace(/\D/g, '').length >= PHONE_MIN_LENGTH, 'invalid-phone');

/** Optional free text; blank means none. */
export const NotesField = z
  .string()
  .trim()
  .max(2000, 'Must have at most 2000 characters.')
  .refine(isClean, 'Must be plain text.')
  .transform((text) => text || null)
  .nullable()
  .default(null);
