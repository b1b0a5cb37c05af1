import { loadSalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
import type { Availability, AvailabilityDays } from '../../../src/contracts/availability.ts';
import type { CreatedBooking } from '../../../src/contracts/bookings.ts';
import type { CreatedHold } from '../../../src/contracts/holds.ts';
import type { ManagedBooking } from '../../../src/contracts/manage.ts';
import { type Salon, SalonCard } from '../../../src/contracts/salon.ts';
import type { PublicGroup, Service } from '../../../src/contracts/services.ts';
import { dayOfWeek, formatDuration, formatTime, salonDays } from '../../../src/salon/salon-time.ts';
import { pageContent } from '../../../src/site/page-content.ts';

/** A Friday morning in Pleasant Hill; the evening before in Honolulu, Saturday already in Tokyo from 7 AM on. */
export const NOW = new Date('2026-11-20T18:00:00Z');
/** A Tuesday, open and half taken. */
const OPEN_DAY = '2026-11-24';
/** A Wednesday without a free time. */
const FULL_DAY = '2026-11-25';
/** Thanksgiving, blocked by hand. */
const BLOCKED_DAY = '2026-11-26';

const openingHours = [2, 3, 4, 5, 6].map((day_of_week) => ({
  day_of_week,
  start_time: '09:00',
  end_time: day_of_week < 5 ? '21:00' : '19:00',
}));

/** The salon that comes with the program. */
const PROFILE = await loadSalonProfile();

export const SALON: Salon = {
  ...SalonCard.parse(PROFILE),
  url: 'http://localhost:3000',
  opening_hours: openingHours,
};

export const PAGE_CONTENT = pageContent(PROFILE.pages);

const service = (
  category: PublicGroup,
  id: string,
  name: string,
  duration: number,
  price = 'Price Varies',
): Service => ({ id, name, duration, durationText: formatDuration(duration), price, category });

export const SERVICES: Service[] = [
  service('Haircuts', 'mens-haircut', "Men's Haircut", 45),
  service('Haircuts', 'wash-cut-style', 'Wash Cut Style', 60),
  service('Haircuts', 'womens-haircut', "Women's Haircut", 60),
  service('Color', 'color-treatment', 'Color Treatment', 90),
  service('Color', 'full-color', 'Full Color', 150),
  service('Color', 'full-highlights', 'Full Highlights', 150),
  service('Color', 'root-touchup', 'Root Touch up with Style', 90),
  service('Styling', 'updo', "Up do's", 60),
  service('Styling', 'wash-curl-style', 'Wash Style curl/flatiron', 60),
  service('Treatments', 'scalp-treatment', 'Scalp Treatment', 30),
  service('Beauty', 'microblading', 'Eyebrow Microblading', 120, '$350+'),
  service('Beauty', 'makeup', 'Make up', 90),
  service('Chemical', 'brazilian-treatment', 'Brazilian Treatment', 180),
  service('Chemical', 'perm', 'Perm', 120),
];

const isOpen = (date: string) => openingHours.some(({ day_of_week }) => day_of_week === dayOfWeek(date));

export function slotsOf(date: string): Availability {
  const blocked = date === BLOCKED_DAY;
  const closed = !blocked && !isOpen(date);
  const starts = Array.from({ length: 20 }, (_, index) => 540 + 30 * index).filter(
    (_, index) => index % 5 !== 1,
  );
  return {
    date,
    blocked,
    closed,
    slots: blocked || closed || date === FULL_DAY ? [] : starts.map(formatTime),
  };
}

export function daysOf(from: string, to: string): AvailabilityDays {
  return salonDays(from, to).map((date) => ({
    date,
    status: date === BLOCKED_DAY ? 'blocked' : date === FULL_DAY ? 'full' : isOpen(date) ? 'open' : 'closed',
  }));
}

export const BOOKING_ID = '5f0c9d0e-6a3f-5a44-9c1b-2f3d4e5a6b7c';
export const TOKEN = 'XwydDmo_WkScGy89Tlprfg0123456789abcdefghijkl';
export const SHORT_CODE = 'aB3dE6gH9jK2';

export const CREATED: CreatedBooking = {
  id: BOOKING_ID,
  status: 'pending',
  management_token: TOKEN,
  short_code: SHORT_CODE,
  manage_url: `http://localhost:3000/m/${TOKEN}`,
  position: '0'.repeat(31).concat('7'),
};

export const HOLD_ID = '20261124-6a3f-8a44-9c1b-2f3d4e5a6b7c';
export const HELD: CreatedHold = {
  hold_id: HOLD_ID,
  expires_at: '2026-11-20T18:10:00.000Z',
  position: '0'.repeat(31).concat('6'),
};

export const MANAGED: ManagedBooking = {
  id: BOOKING_ID,
  short_code: SHORT_CODE,
  appointment_date: OPEN_DAY,
  appointment_time: '10:30 AM',
  services: [
    { id: 'womens-haircut', name: "Women's Haircut", price: 'Price Varies', duration: 60 },
    { id: 'full-color', name: 'Full Color', price: 'Price Varies', duration: 150 },
  ],
  duration: 210,
  total_amount: 'Price Varies - Determined at Consultation',
  notes: 'Sensitive scalp. Please no ammonia.',
  customer_name: 'Ada Moreau',
  status: 'pending',
  self_service: true,
};
