import { availability } from './availability.ts';
import { blockedDates } from './blocked-dates.ts';
import { bookings } from './bookings.ts';
import { hours } from './hours.ts';
import type { Projection } from './projection.ts';
import { services } from './services.ts';
import { type ShortCodes, shortLinks } from './short-links.ts';

/** Every read model there is. */
export const allProjections = (codes: ShortCodes): readonly Projection[] => [
  availability,
  bookings,
  services,
  hours,
  blockedDates,
  shortLinks(codes),
];
