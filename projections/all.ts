import { appointments } from './appointments/projection.ts';
import { availability } from './availability/projection.ts';
import { blockedDates } from './blocked-dates/projection.ts';
import { bookings } from './bookings/projection.ts';
import { clockOf } from './clock/projection.ts';
import { customers } from './customers/projection.ts';
import { days } from './days/projection.ts';
import type { Projection } from './engine/projection.ts';
import { history } from './history/projection.ts';
import { hours } from './hours/projection.ts';
import { messages } from './messages/projection.ts';
import { pictures } from './pictures/projection.ts';
import { reviews } from './reviews/projection.ts';
import { services } from './services/projection.ts';
import { type ShortCodes, shortLinks } from './short-links/projection.ts';
import { team } from './team/projection.ts';

export const clock = clockOf([appointments, services, team, hours, blockedDates, days, customers, messages]);

/** Every read model there is. */
export const allProjections = (codes: ShortCodes): readonly Projection[] => [
  appointments,
  availability,
  clock,
  bookings,
  customers,
  services,
  team,
  hours,
  blockedDates,
  days,
  pictures,
  reviews,
  shortLinks(codes),
  messages,
  history,
];
