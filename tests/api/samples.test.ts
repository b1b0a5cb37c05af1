import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { SECTIONS_OF_FILE } from '../support/salon/sections-of-file.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

/** The reviews and ratings that come with the program are invented: the public sees none of them until staff say that they are real. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: { PUBLIC_URL: 'https://salon.example' } });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const pageAt = async (path: string) => (await salon.get(path, { headers: { Accept: 'text/html' } })).text;
const REVIEWS = '/api/admin/settings/reviews';
const INVENTED = ['Maya R.', 'aggregateRating', '557'];

it('are on no page, in no JSON-LD and in no answer, where the site is public', async () => {
  const shown = [
    ...(await Promise.all(['/', '/services', '/gallery'].map(pageAt))),
    ...(await Promise.all(
      ['/api/salon', '/api/pages/home', '/api/pages/services'].map(
        async (path) => (await salon.get(path)).text,
      ),
    )),
  ];
  expect(INVENTED.filter((text) => shown.some((one) => one.includes(text)))).toEqual([]);
  // Staff still find them, to confirm or replace them.
  expect((await staff.get(REVIEWS)).json).toMatchObject({ settings: SECTIONS_OF_FILE.reviews });
});

it('are there once staff have entered numbers of their own, or confirmed what there is', async () => {
  const own = { average: 4.7, reviews: 31, clients: 80 };
  expect((await staff.patch(REVIEWS, { ratings: own })).status).toBe(200);
  await eventually(async () => {
    const page = await pageAt('/');
    expect(page).toContain('"reviewCount":31');
    expect(page).not.toContain('Maya R.');
  });
  const confirmed = {
    ratings: SECTIONS_OF_FILE.reviews.ratings,
    ratings_confirmed: true,
    file_reviews: 'confirmed',
  };
  expect((await staff.patch(REVIEWS, confirmed)).status).toBe(200);
  await eventually(async () => {
    const page = await pageAt('/');
    expect(page).toContain('"reviewCount":557');
    expect(page).toContain('Maya R.');
  });
});
