import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import type { AdminStylist } from '../../src/contracts/salon/admin-stylists.ts';
import type { PublicStylist } from '../../src/contracts/salon/stylists.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

/** The salon's team: who takes appointments, what each does, and when. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon();
  staff = await givenStaff(salon);
});
afterAll(() => salon.stop());

const STYLISTS = '/api/admin/stylists';
interface Answered {
  readonly id: string;
  readonly version: number;
  readonly position: string;
}
async function added(body: object): Promise<Answered> {
  const answer = await staff.post(STYLISTS, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Answered;
}
async function done(path: string, body?: object): Promise<Answered> {
  const answer = await (body ? staff.patch(`${STYLISTS}/${path}`, body) : staff.post(`${STYLISTS}/${path}`));
  expect(answer.status, answer.text).toBe(200);
  return answer.json as Answered;
}
const listed = async ({ position }: { readonly position: string }) =>
  ((await staff.get(`${STYLISTS}?after=${position}`)).json as { stylists: AdminStylist[] }).stylists;
const shown = async ({ position }: { readonly position: string }) =>
  ((await salon.get(`/api/stylists?after=${position}`)).json as { stylists: PublicStylist[] }).stylists;
const START = { position: '0'.repeat(32) };

/** Nobody but the first stylist is active, and nothing is recorded of them that a test would see. */
beforeEach(async () => {
  await done('first/activate');
  await done('first', { online: true });
  for (const { id, active } of await listed(START))
    if (active && id !== 'first') await done(`${id}/deactivate`);
});

const salonName = async () => ((await salon.get('/api/salon')).json as { name: string }).name;

describe('the team', () => {
  it('begins with one stylist, who goes by the salon’s name', async () => {
    const [first] = await listed(START);
    expect(first).toMatchObject({
      id: 'first',
      name: await salonName(),
      title: '',
      services: null,
      online: true,
      active: true,
      erased: false,
      week: null,
      picture: null,
      ahead: 0,
    });
  });

  it('gets a stylist, whom visitors see once they may book them', async () => {
    const ann = await added({
      name: '  Ann   Lee ',
      title: 'Color specialist',
      services: [{ id: 'womens-haircut', minutes: 45, price_cents: 7_500 }],
      online: false,
    });
    expect((await listed(ann)).find(({ id }) => id === ann.id)).toMatchObject({
      name: 'Ann Lee',
      services: [{ id: 'womens-haircut', minutes: 45, price_cents: 7_500 }],
      online: false,
      version: 1,
    });
    expect((await shown(ann)).map(({ id }) => id)).toEqual(['first']);
    const online = await done(ann.id, { online: true });
    expect(await shown(online)).toEqual([
      expect.objectContaining({ id: 'first', name: await salonName() }),
      {
        id: ann.id,
        name: 'Ann Lee',
        title: 'Color specialist',
        picture: null,
        services: [{ id: 'womens-haircut', minutes: 45, price_cents: 7_500 }],
      },
    ]);
  });

  it('is in the order that staff choose, and those who take no appointments come last', async () => {
    const ann = await added({ name: 'Ann' });
    const bea = await added({ name: 'Bea' });
    const order = (await listed(bea)).find(({ id }) => id === ann.id)?.order ?? 0;
    const moved = await done(bea.id, { order: order - 0.5 });
    const active = async (at: Answered) => (await listed(at)).flatMap((one) => (one.active ? [one.id] : []));
    expect(await active(moved)).toEqual(['first', bea.id, ann.id]);
    const gone = await done('first/deactivate');
    expect(await active(gone)).toEqual([bea.id, ann.id]);
    expect((await listed(gone)).findIndex(({ id }) => id === 'first')).toBeGreaterThan(1);
  });

  it('has weeks of its own, in the form in which staff enter hours', async () => {
    const week = [{ day_of_week: 2, windows: [{ start_time: '09:00', end_time: '13:00' }] }];
    const closed = { day_of_week: 3, windows: [] };
    const set = await done('first/hours', { week: [...week, closed] });
    expect((await listed(set)).find(({ id }) => id === 'first')?.week).toEqual(week);
    const again = await done('first/hours', { week: null });
    expect((await listed(again)).find(({ id }) => id === 'first')?.week).toBeNull();
    const overlapping = [...(week[0]?.windows ?? []), { start_time: '12:00', end_time: '14:00' }];
    const answer = await staff.patch(`${STYLISTS}/first/hours`, {
      week: [{ day_of_week: 2, windows: overlapping }],
    });
    expectProblem(answer, 'validation-failed');
  });

  it('always has somebody who takes the appointments', async () => {
    expectProblem(await staff.post(`${STYLISTS}/first/deactivate`), 'last-stylist');
    const ann = await added({ name: 'Ann' });
    await done('first/deactivate');
    expectProblem(await staff.post(`${STYLISTS}/${ann.id}/deactivate`), 'last-stylist');
  });

  it('has thirty active stylists at most', async () => {
    for (let count = 1; count < 30; count += 1) await added({ name: `Stylist ${count}` });
    expectProblem(await staff.post(STYLISTS, { name: 'One more' }), 'stylists-full');
    await done('first/deactivate');
    const last = await added({ name: 'One more' });
    expectProblem(await staff.post(`${STYLISTS}/first/activate`), 'stylists-full');
    await done(`${last.id}/deactivate`);
  });

  it.each<[object, ProblemCode]>([
    [{ name: 'A' }, 'validation-failed'],
    [{ name: 'x'.repeat(61) }, 'validation-failed'],
    [{ name: 'Ann', title: 'x'.repeat(61) }, 'validation-failed'],
    [{ name: 'Ann', services: [{ id: 'no-such-service' }] }, 'unknown-service'],
    [{ name: 'Ann', services: [{ id: 'full-color', minutes: 20 }] }, 'invalid-duration'],
    [{ name: 'Ann', services: [{ id: 'full-color', minutes: 495 }] }, 'validation-failed'],
    [{ name: 'Ann', services: [{ id: 'full-color', price_cents: -1 }] }, 'invalid-price'],
    [{ name: 'Ann', services: [{ id: 'full-color' }, { id: 'full-color' }] }, 'validation-failed'],
  ])('refuses %o', async (body, code) => {
    expectProblem(await staff.post(STYLISTS, body), code);
    expectProblem(await staff.patch(`${STYLISTS}/first`, body), code);
  });

  it('adds a stylist once, however often the request is sent, and refuses a change of an older version', async () => {
    const key = { key: 'a-key-of-this-very-test' };
    const body = { name: 'Ann' };
    const once = (await staff.post(STYLISTS, body, key)).json as Answered;
    expect((await staff.post(STYLISTS, body, key)).json).toEqual(once);
    await done(once.id, { title: 'Cuts' });
    const stale = await staff.patch(`${STYLISTS}/${once.id}`, { title: 'Colors' }, { ifMatch: '"1"' });
    expectProblem(stale, 'stale');
    expectProblem(await staff.post(`${STYLISTS}/nobody/activate`), 'stylist-not-found');
    expectProblem(await staff.get(`${STYLISTS}/nobody/ahead`), 'stylist-not-found');
  });
});
