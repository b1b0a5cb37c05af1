import { plain } from './search-text.ts';

/** Whether two names are the same but for case, accents and spaces. */
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other);
