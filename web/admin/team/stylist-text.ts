import type { AdminService } from '../../../src/contracts/salon/admin-services.ts';
import type { AdminStylist } from '../../../src/contracts/salon/admin-stylists.ts';
import { intervalOf } from '../../../src/salon/time-text.ts';
import { stylistName } from '../data/stylist-name.ts';
import { WEEKDAYS } from '../hours/week-fields.tsx';
import type { ComparedField } from '../ui/conflict-callout.tsx';
import { countText } from '../ui/number-text.ts';
import { shortRange } from '../ui/time-range.ts';

/** `All services`, `3 services`. */
export const servicesText = ({ services }: Pick<AdminStylist, 'services'>): string =>
  services ? countText(services.length, 'service') : 'All services';

/** `Mon, Wed, Fri`, or that the salon's hours count. */
export function weekText({ week }: Pick<AdminStylist, 'week'>): string {
  if (!week) return 'The salon’s hours';
  const days = WEEKDAYS.filter(({ day }) => week.some(({ day_of_week }) => day_of_week === day));
  return days.map(({ name }) => name.slice(0, 3)).join(', ') || 'No days';
}

/** The fields that are compared after somebody else has changed the stylist. @param catalogue has the services' names */
export const cardFields = (catalogue: readonly AdminService[]): readonly ComparedField<AdminStylist>[] => [
  ['Name', stylistName],
  ['Title', ({ title }) => title],
  [
    'Services',
    ({ services }) =>
      services?.map(({ id }) => catalogue.find((service) => service.id === id)?.name ?? id).join(', ') ??
      'All',
  ],
  ['Bookable online', ({ online }) => (online ? 'yes' : 'no')],
];

export const WEEK_FIELDS: readonly ComparedField<AdminStylist>[] = WEEKDAYS.map(({ day, name }) => [
  name,
  ({ week }) => {
    if (!week) return 'The salon’s hours';
    const windows = week.find(({ day_of_week }) => day_of_week === day)?.windows ?? [];
    return windows.map((window) => shortRange(intervalOf(window))).join(', ') || 'Off';
  },
]);
