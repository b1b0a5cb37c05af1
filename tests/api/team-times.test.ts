import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Availability, AvailabilityDays } from '../../src/contracts/bookings/availability.ts';
import { WhyNot } from '../../src/contracts/bookings/why-not.ts';
import { wirePosition } from '../../src/http/operation/projected.ts';
import { addSalonDays, dayOfWeek, formatTime } from '../../src/salon/salon-time.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, fieldErrors } from '../support/network/http.ts';
import { patiently } from '../support/network/patiently.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';
import { bookedByStaff, changed } from '../support/staff/staff-bookings.ts';
import { addedStylist } from '../support/staff/stylists.ts';

/** Free times in a salon of three: the first stylist, Ann and Bea, who cuts and does nothing else. It is open from 9 AM to 9 PM. */

interface At {
  readonly date: string;
  readonly time: string;
}

const WINDOW = (start_time: string, end_time: string) => ({ start_time, end_time });

let salon: TestSalon;
let staff: StaffApi;
let ann: string;
let bea: string;
/** A colour of two hours, whose stylist is free from half an hour after its start on for an hour. */
let colour: string;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  const service = { name: 'Colour that sets', price_cents: 12_000, duration_minutes: 120 };
  const made = await staff.post('/api/admin/services', { ...service, gap: { start: 30, end: 90 } });
  expect(made.status, made.text).toBe(201);
  colour = (made.json as { id: string }).id;
  ann = await addedStylist(staff, { name: 'Ann Smith' });
  bea = await addedStylist(staff, { name: 'Bea Jones', services: [{ id: 'scalp-treatment', minutes: 45 }] });
  // Commands follow the catalogue a moment later.
  const asked = `date=${salon.freshDay()}&time=10:00+AM&services=${colour}`;
  await eventually(async () =>
    expect((await staff.get(`/api/admin/availability/why?${asked}`)).status).toBe(200),
  );
});
afterAll(() => salon.stop());

async function why(query: Readonly<Record<string, string>>): Promise<WhyNot> {
  const asked = new URLSearchParams({
    time: '10:00 AM',
    after: wirePosition(await salon.log.head()),
    ...query,
  });
  const answer = await staff.get(`/api/admin/availability/why?${asked}`);
  expect(answer.status, answer.text).toBe(200);
  return WhyNot.strict().parse(answer.json);
}

/** Those about the three, without whom other tests add. */
const ofThree = <One>(all: readonly One[], idOf: (one: One) => string | undefined) =>
  all.filter((one) => ['first', ann, bea].includes(idOf(one) ?? ''));

const byWhom = ({ reasons }: WhyNot) => reasons.map(({ code, stylist }) => [code, stylist?.name]);

it('says of each stylist why a time can’t be had, and who could take it', async () => {
  const date = salon.freshDay();
  const at = { date, services: 'full-color' };
  expect(await why(at)).toMatchObject({ free: true, reasons: [], stylists: [{ id: 'first' }, { id: ann }] });
  const one = { appointment_date: date, appointment_time: '10:00 AM', services: [{ id: 'full-color' }] };
  const ofFirst = await bookedByStaff(staff, { ...one, customer_name: 'Jo Lee', stylist_id: 'first' });
  expect(await why(at)).toMatchObject({ free: true, reasons: [], stylists: [{ id: ann }] });

  const asked = await why({ ...at, stylist_id: 'first' });
  expect(byWhom(asked)).toEqual([['taken', expect.any(String)]]);
  expect(asked.stylists).toEqual([{ id: ann, name: 'Ann Smith' }]);
  const notDone = await why({ ...at, stylist_id: bea });
  expect(notDone.reasons).toMatchObject([
    { code: 'service-not-done', text: 'Bea Jones doesn’t do Full Color.', staff_may: false },
  ]);
  expect(notDone.nearest).toEqual({ before: null, after: null, later: [] });

  const off = { stylist_id: ann, windows: [] };
  expect((await staff.post(`/api/admin/days/${date}/hours`, off)).status).toBe(200);
  // Staff may give it to Ann all the same.
  expect(await why(at)).toMatchObject({
    free: false,
    reasons: [{ code: 'stylist-off', staff_may: true, stylist: { id: ann }, since: { type: 'DayHoursSet' } }],
    stylists: [{ id: ann }],
  });
  const block = { date, ...WINDOW('10:00', '10:30'), reason: 'Training', stylist_id: ann };
  expect((await staff.post('/api/admin/blocked-times', block)).status).toBe(201);
  const nobody = await why(at);
  expect(nobody).toMatchObject({ free: false, stylists: [] });
  expect(ofThree(nobody.reasons, ({ stylist }) => stylist?.id).map(({ code }) => code)).toEqual([
    'taken',
    'time-blocked',
    'stylist-off',
    'service-not-done',
  ]);
  expect(nobody.reasons[1]?.text).toMatch(
    /^Ann Smith: blocked from 10:00 AM to 10:30 AM: “Training”, since /,
  );

  const moved = { date, booking_id: ofFirst.id };
  expect(byWhom(await why(moved))).toEqual([['same-time', undefined]]);
  const { stylists = [] } = await why({ ...moved, anyone: 'true' });
  expect(ofThree(stylists, ({ id }) => id)).toEqual([{ id: bea, name: 'Bea Jones' }]);
  await changed(staff, ofFirst.id, 'reschedule', { new_date: date, new_time: '10:00 AM', stylist_id: null });
  expect(byWhom(await why({ ...moved, stylist_id: bea }))).toEqual([['same-time', undefined]]);
});

it('says what is wrong with the question', async () => {
  const path = `/api/admin/availability/why?date=${salon.freshDay()}&time=10:00+AM&services=full-color`;
  const unknown = '00000000-0000-4000-8000-000000000001';
  expectProblem(await staff.get(`${path}&stylist_id=${unknown}`), 'unknown-stylist');
  expectProblem(await staff.get(`${path}&stylist_id=first&anyone=true`), 'validation-failed');
});

it('goes by the length of an appointment in the days to which it can be moved, also with a stylist who doesn’t do it', async () => {
  const { id, position } = await bookedByStaff(staff, {
    appointment_date: salon.freshDay(),
    services: [{ id: colour }],
    stylist_id: ann,
  });
  async function statusOn(date: string, query: string): Promise<string | undefined> {
    const after = wirePosition(await salon.log.head());
    const range = `from=${date}&to=${date}&stylist_id=${bea}&after=${after}`;
    const answer = await staff.get(`/api/admin/availability/days?${range}&${query}`);
    expect(answer.status, answer.text).toBe(200);
    return (answer.json as AvailabilityDays)[0]?.status;
  }
  const [free, short] = [salon.freshDay(), salon.freshDay()];
  const block = { date: short, start_time: '10:00', end_time: '21:00', reason: 'Training', stylist_id: bea };
  const blocked = await staff.post('/api/admin/blocked-times', block);
  expect(blocked.status, blocked.text).toBe(201);
  expect(await statusOn(free, `services=${colour}`)).toBe('closed');
  expect(await statusOn(free, `booking_id=${id}`)).toBe('open');
  expect(await statusOn(short, 'services=scalp-treatment')).toBe('open');
  expect(await statusOn(short, `booking_id=${id}`)).toBe('full');
  const days = `/api/admin/availability/days?from=${free}&to=${free}&after=${position}`;
  expectProblem(await staff.get(`${days}&booking_id=${randomUUID()}`), 'booking-not-found');
  expect(fieldErrors(await staff.get(days))).toHaveProperty('services');
});

it('a stylist’s own minutes for a service with a free stretch go beyond it', async () => {
  const withMinutes = (minutes: number) =>
    staff.post('/api/admin/stylists', {
      name: 'Cyd Brown',
      online: false,
      services: [{ id: colour, minutes }],
    });
  const refused = await withMinutes(90);
  expectProblem(refused, 'validation-failed');
  expect(fieldErrors(refused)).toEqual({ 'services.0.minutes': expect.stringContaining('longer') });
  expect((await withMinutes(105)).status).toBe(201);
});

/** Half hours from 8 AM to 9 PM. */
const STARTS = Array.from({ length: 27 }, (_, half) => formatTime(480 + half * 30));

describe('free times of one stylist, and of anyone', () => {
  let date: string;
  const asked = (query: Readonly<Record<string, string>>) => new URLSearchParams(query);
  const read = async <T>(path: string, query: Readonly<Record<string, string>> = {}) => {
    const after = wirePosition(await salon.log.head());
    const answer = await salon.get(`/api/availability${path}?${asked({ ...query, after })}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json as T;
  };
  const of = (stylist: string | undefined) => stylist && { stylist_id: stylist };
  const slotsOf = async (services: string, stylist?: string, on = date) =>
    (await read<Availability>('', { date: on, services, ...of(stylist) })).slots;
  const wishes = () => [undefined, 'first', ann, bea];

  /** Ann works from 10 AM to 4 PM, and not from noon to 1 PM; the first stylist until 2 PM, with colour at 9 AM. */
  beforeEach(async () => {
    date = salon.freshDay();
    const week = [{ day_of_week: dayOfWeek(date), windows: [WINDOW('10:00', '16:00')] }];
    const answers = [
      await staff.patch(`/api/admin/stylists/${ann}/hours?acknowledged=true`, { week }),
      await staff.post('/api/admin/blocked-times', {
        ...{ date, stylist_id: ann, reason: 'Lunch' },
        ...WINDOW('12:00', '13:00'),
      }),
      await staff.post(`/api/admin/days/${date}/hours`, {
        stylist_id: 'first',
        windows: [WINDOW('09:00', '14:00')],
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200]);
    const colourAtNine = { appointment_time: '9:00 AM', services: [{ id: colour }], stylist_id: 'first' };
    await bookedByStaff(staff, { appointment_date: date, ...colourAtNine });
  });
  afterEach(async () => {
    const set = await staff.patch(`/api/admin/stylists/${ann}/hours?acknowledged=true`, { week: null });
    expect(set.status, set.text).toBe(200);
  });

  it.each(['scalp-treatment', 'colour', 'both'])('are those that are given out: %s', async (named) => {
    const services = { colour, both: `${colour},scalp-treatment` }[named] ?? named;
    const ids = services.split(',').map((id) => ({ id }));
    for (const stylist of wishes()) {
      const offered = await slotsOf(services, stylist);
      let replaces: string | undefined;
      const given: string[] = [];
      for (const time of STARTS) {
        const wish = { date, time, services: ids, ...of(stylist), ...(replaces && { hold_id: replaces }) };
        const answer = await patiently(() => salon.post('/api/holds', wish, { key: randomUUID() }));
        if (answer.status === 201) {
          given.push(time);
          replaces = (answer.json as { hold_id: string }).hold_id;
        } else expect(answer.status, answer.text).toBe(409);
      }
      if (replaces) await staff.delete(`/api/holds/${replaces}`);
      expect(given, `${named} ${stylist}`).toEqual(offered);
    }
  });

  it('are within each one’s hours, blocks and gaps, by own minutes', async () => {
    expect(await slotsOf('scalp-treatment', 'first')).toEqual([
      ...['9:30 AM', '10:00 AM', '11:00 AM', '11:30 AM', '12:00 PM', '12:30 PM', '1:00 PM', '1:30 PM'],
    ]);
    // Her lunch lies in the gap of the one at half past eleven.
    expect(await slotsOf(colour, ann)).toEqual(['10:00 AM', '11:30 AM', '1:00 PM', '1:30 PM', '2:00 PM']);
    expect((await slotsOf('scalp-treatment', bea)).at(-1), 'her 45 minutes').toBe('8:00 PM');
    expect(await slotsOf(colour, bea)).toEqual([]);
    const all = await Promise.all(['first', ann].map((one) => slotsOf(colour, one)));
    expect(new Set(await slotsOf(colour))).toEqual(new Set(all.flat()));
  });

  it('are taken by a booking, and no others', async () => {
    for (const [time, stylist, status] of [
      ['9:30 AM', 'first', 201],
      ['9:30 AM', ann, 409],
      ['12:00 PM', ann, 409],
      ['8:30 PM', bea, 409],
      ['8:00 PM', bea, 201],
      ['8:00 PM', undefined, 409],
      ['2:00 PM', undefined, 201],
    ] as const) {
      const isOffered = (await slotsOf('scalp-treatment', stylist)).includes(time);
      const wanted = bookingRequest({ appointment_date: date, appointment_time: time, ...of(stylist) });
      const answer = await patiently(() => salon.post('/api/bookings', wanted, { key: randomUUID() }));
      expect([isOffered, answer.status], `${time} ${stylist} ${answer.text}`).toEqual([
        status === 201,
        status,
      ]);
    }
  });

  it('lead the days, the next free time and the nearest times', async () => {
    for (const stylist of wishes()) {
      const days = await read<AvailabilityDays>('/days', {
        ...{ from: addSalonDays(date, -1), to: addSalonDays(date, 1), services: colour },
        ...of(stylist),
      });
      for (const { date: on, status } of days)
        expect(status === 'open', `${on} ${stylist} ${status}`).toBe(
          (await slotsOf(colour, stylist, on)).length > 0,
        );
      const { next_free } = await read<{ next_free: At }>('/next', { ...of(stylist) });
      expect((await slotsOf('scalp-treatment', stylist, next_free.date))[0]).toBe(next_free.time);
      if (stylist === bea) continue;
      const at = { date, time: '12:30 PM', services: colour, ...of(stylist) };
      const { before, after } = (await why(at)).nearest;
      for (const near of [before, after]) {
        if (near) expect(await slotsOf(colour, stylist, near.date)).toContain(near.time);
      }
      expect(before && after).not.toBe(null);
    }
    const each = await read<readonly { stylist_id: string; next_free: At }[]>('/next/stylists', {
      services: colour,
    });
    expect(each.map(({ stylist_id }) => stylist_id)).toEqual(['first', ann]);
    for (const { stylist_id, next_free } of each)
      expect((await slotsOf(colour, stylist_id, next_free.date))[0]).toBe(next_free.time);
  });
});
