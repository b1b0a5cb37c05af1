import type { Calendar } from '../../../../src/contracts/bookings/calendar.ts';
import { stylistName } from '../../data/stylist-name.ts';

/** The kind of resource that has columns. Appointments may occupy other kinds, too. */
const SHOWN_KIND = 'stylist';

/** A stylist, as the calendar has them. */
export type Resource = Calendar['resources'][number];

/** All of them, in order. */
export const stylistsIn = ({ resources }: Pick<Calendar, 'resources'>): readonly Resource[] =>
  resources
    .filter(({ kind }) => kind === SHOWN_KIND)
    .sort((a, b) => a.order - b.order || stylistName(a).localeCompare(stylistName(b)));
