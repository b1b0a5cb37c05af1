import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import type { RecordedCard, StylistEvent } from '../../../src/features/team/events.ts';
import { weekdayName } from '../../../src/salon/date-text.ts';
import { dollars } from '../../../src/salon/money.ts';
import { formatTime } from '../../../src/salon/salon-time.ts';
import type { StylistWeek } from '../../../src/salon/team.ts';
import type { Fields, Names, Tell } from './fields.ts';

const servicesOf = (services: NonNullable<RecordedCard['services']>, names: Names) =>
  services.map(({ id, minutes, priceCents }) =>
    [
      names.service(id),
      ...(minutes === undefined ? [] : [`${minutes} minutes`]),
      ...(priceCents === undefined ? [] : [dollars(priceCents)]),
    ].join(' · '),
  );

const cardOf = ({ personal, services, order, online }: RecordedCard, names: Names): Fields => ({
  ...(personal !== ERASED && { name: personal.name, title: personal.title || null }),
  does: services ? servicesOf(services, names) : 'All services',
  place: order,
  online,
});

const weekOf = (week: StylistWeek) =>
  week.map(({ dayOfWeek, windows }) => {
    const times = windows.map(({ start, end }) => `${formatTime(start)} – ${formatTime(end)}`);
    return `${weekdayName(dayOfWeek)} ${times.join(', ')}`;
  });

/** Names the stylist, where the name doesn't change. */
const named = ({ name }: Fields): { readonly named?: Fields } => (name ? { named: { name } } : {});

/** One of the salon's stylists. The first one does all in the salon's hours until something else is recorded. */
export const tellStylist: Tell<StylistEvent> = (event, before, names) => {
  const known = before();
  switch (event.type) {
    case 'StylistAdded':
      return { fields: { ...known, ...cardOf(event.data, names) } };
    case 'StylistChanged': {
      const fields = { ...known, ...cardOf(event.data, names) };
      // Only what differs from the beginning is a change of the first stylist's first card.
      const was = { does: 'All services', place: 0, online: true, ...known };
      return { fields, before: was, ...(fields.name === known.name && named(fields)) };
    }
    case 'StylistHoursSet': {
      const { week } = event.data;
      const windows = week ? (week.length === 0 ? 'None' : weekOf(week)) : 'The salon’s hours';
      return { fields: { ...known, windows }, ...named(known) };
    }
    case 'StylistActivated':
    case 'StylistDeactivated':
    case 'StylistErased':
      return named(known);
  }
};
