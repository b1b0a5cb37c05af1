import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AffectedBooking } from '../../src/contracts/bookings/affected-bookings.ts';
import type { HistoryPage } from '../../src/contracts/history/history.ts';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import type { AdminStylist } from '../../src/contracts/salon/admin-stylists.ts';
import type { PageContent } from '../../src/contracts/salon/pages.ts';
import type { Salon } from '../../src/contracts/salon/salon.ts';
import type { PublicStylist } from '../../src/contracts/salon/stylists.ts';
import { wirePosition } from '../../src/http/operation/projected.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { pictureOf } from '../support/pictures/files.ts';
import { showPicture, upload } from '../support/pictures/show.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff } from '../support/staff/staff-bookings.ts';

/** The salon's team: who takes appointments, what each does, and when. */

let salon: TestSalon;
let staff: StaffApi;
beforeAll(async () => {
  salon = await givenSalon({ now: FRIDAY_MORNING });
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
/** The end of the log. */
const present = async () => ({ position: wirePosition(await salon.log.head()) });

/** Nobody but the first stylist is active, and nothing is recorded of them that a test would see. */
beforeEach(async () => {
  await done('first/activate');
  await done('first', { online: true });
  for (const { id, active } of await listed(await present()))
    if (active && id !== 'first') await done(`${id}/deactivate`);
  await shown(await present());
});

const salonName = async () => ((await salon.get('/api/salon')).json as { name: string }).name;

describe('the team', () => {
  it('begins with one stylist, who goes by the salon’s name', async () => {
    const [first] = await listed(await present());
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

  it('is on the website as long as visitors can choose among several', async () => {
    const page = async (name: 'home' | 'book') => await salon.get(`/api/pages/${name}`);
    const document = async () => (await salon.get('/', { headers: { Accept: 'text/html' } })).text;
    await shown(await done('first', { online: true }));
    const before = { home: await page('home'), book: await page('book') };
    expect(before.home.json).not.toHaveProperty('team');
    expect(before.book.json).not.toHaveProperty('stylists');
    const ann = await added({ name: 'Ann Lee', title: 'Color specialist', services: [{ id: 'full-color' }] });
    await shown(ann);
    const home = await page('home');
    expect((home.json as PageContent['home']).team?.members).toEqual([
      { name: await salonName(), text: '', stylist: { id: 'first', picture: null } },
      { name: 'Ann Lee', text: 'Color specialist', stylist: { id: ann.id, picture: null } },
    ]);
    expect(home.headers.etag).not.toBe(before.home.headers.etag);
    expect(((await page('book')).json as PageContent['book']).stylists).toEqual(await shown(ann));
    await eventually(async () => expect(await document()).toContain(`/book?stylist=${ann.id}`));
    await shown(await done(ann.id, { online: false }));
    expect((await page('home')).headers.etag).toBe(before.home.headers.etag);
    await eventually(async () => expect(await document()).not.toContain('Ann Lee'));
    expect((await page('book')).text).toBe(before.book.text);
  });

  it('says when each stylist is free next for services that they do', async () => {
    const tuesday = { day_of_week: 2, windows: [{ start_time: '13:00', end_time: '15:00' }] };
    const ann = await added({ name: 'Ann', services: [{ id: 'womens-haircut', minutes: 90 }] });
    const { position } = await done(`${ann.id}/hours`, { week: [tuesday] });
    const next = async (services: string) =>
      (await salon.get(`/api/availability/next/stylists?services=${services}&after=${position}`)).json;
    expect(await next('womens-haircut')).toEqual([
      { stylist_id: 'first', next_free: expect.objectContaining({ date: '2026-11-20' }) },
      { stylist_id: ann.id, next_free: { date: '2026-11-24', time: '1:00 PM' } },
    ]);
    expect(await next('womens-haircut,full-color')).toEqual([
      expect.objectContaining({ stylist_id: 'first' }),
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

  it('has a history, in which changes are undone', async () => {
    const ann = await added({ name: 'Ann', title: 'Cuts' });
    const { position } = await done(ann.id, { title: 'Colors', online: false });
    const history = async (after: string) =>
      ((await staff.get(`/api/admin/settings/history?after=${after}`)).json as HistoryPage).entries;
    const [entry] = await history(position);
    expect(entry).toMatchObject({
      type: 'StylistChanged',
      thing: { kind: 'settings', id: 'team' },
      undoable: true,
    });
    expect(entry?.changes).toEqual([
      { field: 'name', before: 'Ann', after: 'Ann' },
      { field: 'title', before: 'Cuts', after: 'Colors' },
      { field: 'online', before: true, after: false },
    ]);
    const undone = await staff.post('/api/admin/undo', { event_id: entry?.id });
    expect(undone.status, undone.text).toBe(200);
    const stylists = await listed(undone.json as Answered);
    expect(stylists.find(({ id }) => id === ann.id)).toMatchObject({ title: 'Cuts', online: true });
  });

  it('shows a picture of a stylist, and of nobody whom it doesn’t know', async () => {
    const ann = await added({ name: 'Ann' });
    const picture = await showPicture(salon, staff, `stylist-${ann.id}`);
    const chosen = (await staff.patch(`/api/admin/pictures/stylist-${ann.id}`, { picture })).json as Answered;
    const portrait = expect.objectContaining({ id: picture, width: 720, height: 720 });
    expect((await shown(chosen)).find(({ id }) => id === ann.id)?.picture).toEqual(portrait);
    expect((await listed(chosen)).find(({ id }) => id === ann.id)?.picture).toEqual(portrait);
    expect(((await salon.get('/api/salon')).json as Salon).pictures).toEqual([]);
    const unknown = await staff.patch('/api/admin/pictures/stylist-nobody', { picture });
    expectProblem(unknown, 'validation-failed');
  });

  it('forgets the name, title and picture of somebody whom it erases', async () => {
    const ann = await added({ name: 'Annabelle Quark', title: 'Curls' });
    // Another part of the file than others show, whose pictures stay.
    const query = `use=stylist-${ann.id}&crop=0,0,0.9,0.9`;
    const uploaded = await upload(salon, staff, await pictureOf(), { query });
    const { id: picture } = uploaded.json as { readonly id: string };
    await staff.patch(`/api/admin/pictures/stylist-${ann.id}`, { picture });
    expectProblem(await staff.post(`${STYLISTS}/${ann.id}/erase`), 'stylist-active');
    await done(`${ann.id}/deactivate`);
    const erased = await done(`${ann.id}/erase`);
    expect((await listed(erased)).find(({ id }) => id === ann.id)).toMatchObject({
      name: null,
      title: '',
      picture: null,
      erased: true,
      active: false,
    });
    expectProblem(await staff.post(`${STYLISTS}/${ann.id}/activate`), 'stylist-not-found');
    expectProblem(await upload(salon, staff, await pictureOf(), { query }), 'validation-failed');
    await eventually(async () => {
      const { rows } = await salon.database.pool.query('select from pictures where id = $1', [picture]);
      expect(rows).toEqual([]);
    });
    const history = await staff.get(`/api/admin/settings/history?after=${erased.position}`);
    expect(history.text).not.toMatch(/Annabelle|Curls/);
  });

  it('names no appointments of somebody whom it has erased when their week is refused', async () => {
    const ann = await added({ name: 'Ann' });
    const booked = { appointment_date: '2026-11-24', stylist_id: ann.id };
    const { id, position } = await bookedByStaff(staff, booked);
    await staff.get(`/api/admin/bookings/${id}?after=${position}`);
    await done(`${ann.id}/deactivate`);
    await done(`${ann.id}/erase`);
    expectProblem(await staff.patch(`${STYLISTS}/${ann.id}/hours`, { week: [] }), 'stylist-not-found');
  });

  it('names the appointments of somebody who takes none any more', async () => {
    await added({ name: 'Ann' });
    const { id, position } = await bookedByStaff(staff, { appointment_date: '2026-11-24' });
    await staff.get(`/api/admin/bookings/${id}?after=${position}`);
    const answer = (await done('first/deactivate')) as Answered & { ahead: AffectedBooking[] };
    expect(answer.ahead.map(({ id }) => id)).toEqual([id]);
    expect((await listed(answer)).find(({ id }) => id === 'first')?.ahead).toBe(1);
    const { json } = await staff.get(`${STYLISTS}/first/ahead`);
    expect(json).toEqual({ total: 1, appointments: answer.ahead });
  });
});
