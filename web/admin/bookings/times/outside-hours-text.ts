import { PROBLEMS } from '../../../../src/contracts/problem.ts';

/** Why a day cannot be booked: it is past or too far ahead. */
export const outsideText = (date: string, today: string): string =>
  date < today ? PROBLEMS['in-the-past'].detail : 'Please select a date within the next 6 months.';
