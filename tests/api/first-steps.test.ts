import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { showPicture } from '../support/pictures/show.ts';
import { SECTIONS_OF_FILE } from '../support/salon/sections-of-file.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

interface Steps {
  readonly steps: readonly {
    readonly name: string;
    readonly done: boolean;
    readonly missing: readonly string[];
  }[];
}

async function stepsAfter(position?: string): Promise<Steps['steps']> {
  const answer = await staff.get(`/api/admin/first-steps${position ? `?after=${position}` : ''}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as Steps).steps;
}
const doneAfter = async (position?: string) =>
  (await stepsAfter(position)).filter(({ done }) => done).map(({ name }) => name);
const missingOf = async (step: string) => (await stepsAfter()).find(({ name }) => name === step)?.missing;

async function formerTexts() {
  const { json } = await staff.get('/api/admin/settings/former-texts');
  return (json as { texts: readonly { section: string; path: readonly string[]; instead: string }[] }).texts;
}

it('are all open in a new salon, and done one by one', async () => {
  expect(await doneAfter()).toEqual([]);
  expect(await missingOf('details')).toEqual(['name', 'phone', 'address', 'geo']);
  await staff.patch('/api/admin/settings/salon', { name: 'Maison' });
  // Staff see what the website shows: nothing that only the sample has said.
  expect((await staff.get('/api/admin/settings/salon')).json).toMatchObject({
    settings: {
      phone: '',
      address: { street: '', city: '', region: '', postal_code: '', country: 'US' },
      geo: null,
      links: { facebook: null, instagram: null, contact: '#' },
    },
  });
  expect(await doneAfter()).toEqual([]);
  expect(await missingOf('details')).toEqual(['phone', 'address']);
  const { address } = SECTIONS_OF_FILE.salon;
  const moved = await staff.patch('/api/admin/settings/salon', { address: { ...address, city: 'Bend' } });
  expect(moved.status).toBe(200);
  expect(await missingOf('details')).toEqual(['phone']);
  await staff.patch('/api/admin/settings/salon', { phone: '(415) 555-0100' });
  expect(await missingOf('texts')).toEqual(['sms', 'email']);
  expect(await missingOf('reviews')).toEqual(['ratings', 'reviews']);
  expect(await doneAfter()).toEqual(['details']);
  expect(await missingOf('details')).toEqual([]);

  const former = await formerTexts();
  expect(former.map(({ section, path }) => [section, path])).toEqual([
    ['salon', ['tagline']],
    ['front-page', ['headline']],
  ]);
  await staff.patch('/api/admin/settings/salon', { tagline: former[0]?.instead });
  await staff.patch('/api/admin/settings/front-page', { headline: former[1]?.instead });
  expect(await formerTexts()).toEqual([]);
  expect(await doneAfter()).toEqual(['details', 'words']);
  // Saturday's: no test books on it.
  const hours = ((await staff.get('/api/admin/hours')).json as { hours: { id: string }[] }).hours.at(-1);
  await staff.patch(`/api/admin/hours/${hours?.id}`, { is_available: false });
  const priced = await staff.patch('/api/admin/services/updo', { price_cents: 7_000 });
  expect(await doneAfter(positionOf(priced))).toEqual(['details', 'words', 'hours', 'prices']);
  await staff.patch('/api/admin/settings/reviews', { file_reviews: 'removed' });
  expect(await missingOf('reviews')).toEqual(['ratings']);
  await staff.patch('/api/admin/settings/reviews', { ratings: null });
  const { position } = await salon.booked({ appointment_date: salon.freshDay() });
  expect(await doneAfter(position)).toEqual(['details', 'words', 'hours', 'prices', 'reviews', 'booking']);
  await staff.post('/api/admin/stylists', { name: 'Ann Lee' });
  // The answer waits only for a moment until the process knows of the stylist.
  await eventually(async () => expect(await doneAfter()).toContain('team'));
  await showPicture(salon, staff, 'share');
  await eventually(async () => expect(await doneAfter()).toContain('pictures'));
  await staff.patch('/api/admin/settings/reviews', SECTIONS_OF_FILE.reviews);
  expect(await doneAfter()).not.toContain('reviews');
});
