import { PROBLEMS } from '../../../../src/contracts/problem.ts';

/** Why nothing can be booked on a day. */
export const outsideText = (date: string, today: string): string =>
  date < today ? PROBLEMS['in-the-past'].detail : 'Please select a date within the next 6 months.';
