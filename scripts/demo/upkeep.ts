import { addSalonDays, type SalonDate, salonDays } from '../../src/salon/salon-time.ts';
import type { DemoSalon } from './salon.ts';

/** The hours of weekdays that the profile leaves closed: whenever somebody looks at the demo, the salon is open. */
export const SHORT_DAY = { start: 600, end: 960 };
const HOLIDAYS = ['01-01', '07-04', '12-24', '12-25'];
/** Dates are blocked so many days before, and none of the days after somebody looks at the demo. */
const BLOCKED_AHEAD = 50;
const NEVER_BLOCKED_DAYS = 6;

const REVIEWS = [
  {
    name: 'Grace A.',
    location: 'Concord',
    service: 'Full Color',
    text: 'The color is just what I had hoped for.',
  },
  { name: 'Owen C.', location: null, service: null, text: 'On time, friendly, and the best cut in years.' },
];

type Service = DemoSalon['profile']['services'][number];

/** A service's price in cents. It follows from the length where the profile gives no price. */
export const priceOf = ({ price_cents, duration_minutes }: Service): number =>
  price_cents || Math.round(duration_minutes / 5) * 500;

/** Plans what staff do for the salon itself: services and prices, opening hours, blocked dates and times, reviews. */
export function planUpkeep(salon: DemoSalon, beginning: SalonDate, today: SalonDate): void {
  const { profile, booking, at, later, as } = salon;
  const [owner, desk] = salon.staff;
  for (const service of profile.services) {
    const offer = {
      priceCents: priceOf(service),
      description: `${service.name}, with a consultation first.`,
    };
    later(at(beginning, 540), () =>
      as(owner, (run) => salon.catalogue.commands.change(service.id, { offer }, run)),
    );
  }

  const closed = [0, 1, 2, 3, 4, 5, 6].filter((day) => profile.hours.every((of) => of.day_of_week !== day));
  for (const dayOfWeek of closed)
    later(at(beginning, 545), () =>
      as(owner, (run) => salon.hours.commands.add({ dayOfWeek, ...SHORT_DAY }, run)),
    );

  const block = (date: SalonDate, reason: string) => {
    const ahead = addSalonDays(date, -BLOCKED_AHEAD);
    const request = { date, reason, acknowledged: true };
    later(at(ahead > beginning ? ahead : beginning, 555), () =>
      as(owner, (run) => booking.blockedDateCommands.blockDate(request, run)),
    );
  };
  const near = salonDays(addSalonDays(today, -1), addSalonDays(today, NEVER_BLOCKED_DAYS));
  for (const date of salonDays(addSalonDays(beginning, 1), addSalonDays(today, BLOCKED_AHEAD)))
    if (HOLIDAYS.includes(date.slice(5)) && !near.includes(date)) block(date, 'Public holiday');
  block(addSalonDays(today, NEVER_BLOCKED_DAYS + 5), 'Team training');

  later(at(addSalonDays(today, -1), 600), async () => {
    const dentist = { date: addSalonDays(today, 2), start: 720, end: 780, reason: 'Dentist' };
    await as(desk, (run) => booking.blockedTimeCommands.block({ ...dentist, acknowledged: true }, run));
    for (const review of REVIEWS)
      await as(owner, (run) => salon.reviews.commands.add({ ...review, rating: 5 }, run));
  });
}
