import type { AdminService } from '../../../src/contracts/admin-services.ts';
import type { Customer, CustomerSummary } from '../../../src/contracts/customers.ts';
import type { KnownCustomer } from '../../../src/contracts/known-customer.ts';
import { AUTH_SUCCESS } from './auth-fixtures.ts';
import { positionAt } from './live-updates.ts';
import { json, type MockResponse } from './mock-api.ts';

const service = (
  category: AdminService['category'],
  public_group: AdminService['public_group'],
  id: string,
  name: string,
  duration_minutes: number,
  price_cents: number,
  more: Partial<AdminService> = {},
): AdminService => ({
  id,
  name,
  description: '',
  category,
  public_group,
  price_cents,
  price_text: 'Price Varies',
  duration_minutes,
  active: true,
  version: 1,
  ...more,
});

/** By category, then name, as the server answers. */
export const ADMIN_SERVICES: readonly AdminService[] = [
  service('Hair Color', 'Color', 'full-color', 'Full Color', 150, 0),
  service('Hair Color', 'Color', 'full-highlights', 'Full Highlights', 150, 11_000, {
    description:
      'Foils from root to end, toned to a shade that grows out softly. Includes a gloss and a blow-dry.',
  }),
  service('Hair Color', 'Color', 'root-touchup', 'Root Touch up with Style', 90, 0),
  service('Hair Styling', 'Styling', 'updo', "Up do's", 60, 6_500, { price_text: null }),
  service('Hair Styling', 'Styling', 'wash-curl-style', 'Wash Style curl/flatiron', 60, 0),
  service('Hair Treatment', 'Chemical', 'brazilian-treatment', 'Brazilian Treatment', 180, 20_000),
  service('Hair Treatment', 'Treatments', 'scalp-treatment', 'Scalp Treatment', 30, 0, { active: false }),
  service('Haircut', 'Haircuts', 'mens-haircut', "Men's Haircut", 45, 3_500),
  service('Haircut', 'Haircuts', 'womens-haircut', "Women's Haircut", 60, 4_500, { version: 3 }),
  service('Other', 'Beauty', 'microblading', 'Eyebrow Microblading', 120, 35_000, { price_text: '$350+' }),
];

export const customerId = (number: number) => `0c0ffee0-6a3f-4a44-9c1b-${String(number).padStart(12, '0')}`;

const customer = (number: number, name: string, more: Partial<CustomerSummary> = {}): CustomerSummary => ({
  id: customerId(number),
  name,
  email: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`,
  phone: `(925) 555-0${100 + number}`,
  birthday_month: null,
  birthday_day: null,
  created_at: new Date(Date.UTC(2026, number % 11, 1 + number, 18)).toISOString(),
  ...more,
});

export const CUSTOMERS: readonly CustomerSummary[] = [
  customer(1, 'Ada Moreau', { birthday_month: 12, birthday_day: 3 }),
  customer(2, 'Beatriz Álvarez-Montgomery de la Fuente'),
  customer(3, 'Chloe Kim', { email: null }),
  customer(4, 'Dara Okafor', { birthday_month: 11, birthday_day: 28 }),
  customer(5, 'Elif Yılmaz', { email: 'a.rather.long.address.for.a.narrow.column@subdomain.example.com' }),
  customer(6, 'Fiona MacLeod'),
  customer(7, 'Grace Lin'),
];

const visit = (number: number, date: string, changes: Partial<Customer['service_history'][number]> = {}) => ({
  id: customerId(100 + number),
  appointment_date: date,
  appointment_time: '10:30 AM',
  status: 'completed' as const,
  services: [{ id: 'womens-haircut', name: "Women's Haircut", price: '$45.00', duration: 60 }],
  total_amount: '$45.00',
  customer_id: customerId(1),
  ...changes,
});

const [ADA, , , , , FIONA, GRACE] = CUSTOMERS as [CustomerSummary, ...CustomerSummary[]];

/** The first customer as the profile shows her. */
export const ADA_PROFILE: Customer = {
  ...ADA,
  other_emails: ['ada@work.example'],
  other_phones: [],
  notes: 'Sensitive scalp, no ammonia.\nTakes her coffee black.',
  visits: 1,
  last_visit: '2026-10-13',
  merged_into: null,
  merged: [],
  same_person: FIONA
    ? [
        {
          ...FIONA,
          name: 'A. Moreau',
          other_emails: [],
          other_phones: ['(510) 555-0166'],
          visits: 2,
          last_visit: '2026-09-05',
          why: [{ contact: 'phone', value: '+19255550101' }],
        },
      ]
    : [],
  service_history: [
    visit(1, '2026-12-01', {
      status: 'confirmed',
      total_amount: 'Price Varies - Determined at Consultation',
    }),
    visit(2, '2026-10-13'),
    visit(3, '2026-08-18', { status: 'cancelled' }),
  ],
  service_history_total: 3,
};

/** The same once somebody was merged with her. */
export const MERGED_PROFILE: Customer = {
  ...ADA_PROFILE,
  same_person: [],
  merged: GRACE
    ? [
        {
          ...GRACE,
          name: 'A. Moreau',
          other_emails: [],
          other_phones: ['(510) 555-0166'],
          merge_id: customerId(201),
          into: customerId(1),
          merged_at: '2026-11-20T17:00:00.000Z',
        },
      ]
    : [],
};

export const ADA_PATH = `/api/admin/customers/${customerId(1)}`;

/** A customer as their read model answers, with the version of their card. */
export const profiled =
  (body: Customer, version = 1, position = 0): MockResponse =>
  (route) =>
    route.fulfill({
      contentType: 'application/json',
      headers: { 'X-Projected-Position': positionAt(position), ETag: `"${version}"` },
      body: JSON.stringify(body),
    });

/** What whoever books for Ada should know of her. */
export const knownAs = (known: Partial<KnownCustomer> = {}, position = 0): MockResponse =>
  projected({ notes: ADA_PROFILE.notes, sms_consent: null, opted_out: null, ...known }, position);

/** JSON as a read model answers that has reached a position of the log. */
export const projected =
  (body: unknown, position = 0): MockResponse =>
  (route) =>
    route.fulfill({
      contentType: 'application/json',
      headers: { 'X-Projected-Position': positionAt(position) },
      body: JSON.stringify(body),
    });

/** Customers as a list has them, all on one page. */
export const listed = (customers: readonly CustomerSummary[], position = 0): MockResponse =>
  projected({ customers, total: customers.length, next_cursor: null }, position);

/** Responses when all goes well, for an administrator. */
export const ADMIN_SUCCESS: Record<string, MockResponse> = {
  ...AUTH_SUCCESS,
  'GET /api/admin/live': (route) => route.continue(),
  'GET /api/admin/messages/attention': projected({ count: 0, undelivered: [] }),
  'GET /api/admin/services': projected(ADMIN_SERVICES),
  'GET /api/admin/customers': listed(CUSTOMERS),
  'POST /api/admin/contact-holder': projected({ holder: null }),
  [`GET ${ADA_PATH}`]: (route, url) => profiled(ADA_PROFILE)(route, url),
  [`GET ${ADA_PATH}/for-booking`]: (route, url) => knownAs()(route, url),
  [`PATCH ${ADA_PATH}`]: json({ id: customerId(1), version: 2, position: positionAt(5) }),
  'POST /api/admin/services': json({ id: 'keratin', version: 1, position: positionAt(5) }, 201),
  'PATCH /api/admin/services/womens-haircut': json({
    id: 'womens-haircut',
    version: 4,
    position: positionAt(5),
  }),
  'DELETE /api/admin/services/womens-haircut': json({
    id: 'womens-haircut',
    version: 4,
    position: positionAt(5),
  }),
};
