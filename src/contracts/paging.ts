import { boundedText } from './fields.ts';

/** Part of a name or an e-mail, or of a phone number, either as it was typed or as digits only. */
export const SearchField = boundedText(100, 'Must be text of at most 100 characters.')
  .transform((text) => text.trim())
  .default('');

/** A whole number of a query. */
export function countField(most: number) {
  const error = `Must be a number from 1 to ${most}.`;
  return boundedText(4, error)
    .regex(/^\d{1,4}$/, error)
    .transform(Number)
    .refine((count) => count >= 1 && count <= most, error);
}

/** Number of items on a page. @param usual the number if the field is left out */
export const pageLimitField = (most: number, usual: number) => countField(most).default(usual);

/** The message for a text that isn't a cursor of the list. */
export const NO_CURSOR = 'Must be the next_cursor of the page before.';
