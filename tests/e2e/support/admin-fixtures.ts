import type { Route } from 'playwright-core';
import type { AdminService } from '../../../src/contracts/admin-services.ts';
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

/** JSON as a read model answers that has reached a position of the log. */
export const projected =
  (body: unknown, position = 0): MockResponse =>
  (route: Route) =>
    route.fulfill({
      contentType: 'application/json',
      headers: { 'X-Projected-Position': positionAt(position) },
      body: JSON.stringify(body),
    });

/** Responses when all goes well, for an administrator. */
export const ADMIN_SUCCESS: Record<string, MockResponse> = {
  ...AUTH_SUCCESS,
  'GET /api/admin/live': (route) => route.continue(),
  'GET /api/admin/services': projected(ADMIN_SERVICES),
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
