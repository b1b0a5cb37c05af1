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
  readonly steps: readonly { readonly name: string; readonly done: boolean }[];
}

async function doneAfter(position?: string): Promise<string[]> {
  const answer = await staff.get(`/api/admin/first-steps${position ? `?after=${position}` : ''}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.json as Steps).steps.filter(({ done }) => done).map(({ name }) => name);
}

it('are all open in a new salon, and done one by one', async () => {
  expect(await doneAfter()).toEqual([]);
  await staff.patch('/api/admin/settings/salon', { name: 'Maison', phone: '(415) 555-0100' });
  expect(await doneAfter()).toEqual([]);
  const { address } = SECTIONS_OF_FILE.salon;
  await staff.patch('/api/admin/settings/salon', { address: { ...address, street: '1 Rue de la Paix' } });
  expect(await doneAfter()).toEqual(['details']);
  // Saturday's: no test books on it.
  const hours = ((await staff.get('/api/admin/hours')).json as { hours: { id: string }[] }).hours.at(-1);
  await staff.patch(`/api/admin/hours/${hours?.id}`, { is_available: false });
  const priced = await staff.patch('/api/admin/services/updo', { price_cents: 7_000 });
  expect(await doneAfter(positionOf(priced))).toEqual(['details', 'hours', 'prices']);
  await staff.patch('/api/admin/settings/reviews', { ratings: null, file_reviews: 'removed' });
  const { position } = await salon.booked({ appointment_date: salon.freshDay() });
  expect(await doneAfter(position)).toEqual(['details', 'hours', 'prices', 'reviews', 'booking']);
  await showPicture(salon, staff, 'share');
  await eventually(async () => expect(await doneAfter()).toContain('pictures'));
  await staff.patch('/api/admin/settings/reviews', SECTIONS_OF_FILE.reviews);
  expect(await doneAfter()).not.toContain('reviews');
});
