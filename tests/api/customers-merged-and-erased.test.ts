import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CustomerExport } from '../../src/contracts/customers/customer-export.ts';
import { KnownCustomer } from '../../src/contracts/customers/known-customer.ts';
import { numberStream } from '../../src/features/messages/events.ts';
import { numberHasherOf } from '../../src/features/messages/numbers.ts';
import { newEvent } from '../projections/events.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { CUSTOMERS, customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import {
  at,
  bookedByStaff,
  bookedSoon,
  change,
  changed,
  detailsOf,
} from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date(), settings: { MESSAGE_WINDOW_SECONDS: '0' } });
  staff = await givenStaff(salon);
  customers = customersOf(salon, staff);
});
afterAll(() => salon.stop());

describe('two customers who are one person', () => {
  it('are suggested, merged into one line with one history, and split exactly as they were', async () => {
    const [ann, anna] = [await customers.registered('Annie Two'), await customers.registered('Annette Two')];
    const shared = await staff.patch(`${CUSTOMERS}/${anna.id}`, { phone: ann.person.customer_phone });
    const before = await customers.read(anna.id, positionOf(shared));
    const value = ann.person.customer_phone.replace(/\D/g, '');
    expect(before.customer.same_person).toMatchObject([
      {
        id: ann.id,
        email: ann.person.customer_email,
        visits: 0,
        last_visit: null,
        no_shows: 0,
        why: [{ contact: 'phone', value: `+1${value}` }],
      },
    ]);

    const merged = await staff.post(`${CUSTOMERS}/${anna.id}/merge`, { into: ann.id });
    const { customer } = await customers.read(ann.id, positionOf(merged));
    expect(customer).toMatchObject({
      same_person: [],
      service_history_total: 2,
      merged: [{ id: anna.id, into: ann.id, email: anna.person.customer_email, other_phones: [] }],
    });
    expect((await customers.read(anna.id)).customer.merged_into).toEqual({ id: ann.id, name: 'Annie Two' });
    expect(await customers.namesFor('annette')).toEqual(['Annie Two']);
    expectProblem(await staff.post(`${CUSTOMERS}/${ann.id}/merge`, { into: anna.id }), 'same-customer');
    const third = await customers.registered('Third Two');
    expectProblem(await staff.post(`${CUSTOMERS}/${anna.id}/merge`, { into: third.id }), 'already-merged');

    const body = { merge_id: customer.merged[0]?.merge_id };
    const split = await staff.post(`${CUSTOMERS}/${ann.id}/split`, body);
    expect(split.json).toMatchObject({ id: anna.id });
    expect(await customers.read(anna.id, positionOf(split))).toEqual(before);
    expectProblem(await staff.post(`${CUSTOMERS}/${ann.id}/split`, body), 'not-merged');

    const files = await Promise.all(
      [ann.id, anna.id, third.id].map((id) => staff.get(`${CUSTOMERS}/${id}/export`)),
    );
    const booked = files.map(({ json }) => CustomerExport.parse(json).bookings.map(({ id }) => id));
    expect(booked).toEqual([[ann.booking.id], [anna.booking.id], [third.booking.id]]);
  });

  it('are one to whoever books for them: notes, and what was last said about texts, on any appointment', async () => {
    const [uma, una] = [await customers.registered('Uma Reed'), await customers.registered('Una Reed')];
    const known = async (id: string, answer: Answer) =>
      KnownCustomer.parse(
        (await staff.get(`${CUSTOMERS}/${id}/for-booking?after=${positionOf(answer)}`)).json,
      );
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    const noted = await staff.patch(`${CUSTOMERS}/${una.id}`, { notes: 'Left-handed.' });
    const before = await known(una.id, noted);
    expect(before).toMatchObject({ notes: 'Left-handed.', sms_consent: { given: true }, opted_out: null });

    const consent = (id: string, sms_consent: boolean) => change(staff, id, 'sms-consent', { sms_consent });
    const taken = await at(salon, minutes(1), () => consent(una.booking.id, false));
    const withdrawn = await known(una.id, taken);
    expect(withdrawn.sms_consent?.given).toBe(false);
    // A box that was left empty for her says nothing about it.
    await bookedByStaff(staff, {
      ...una.person,
      customer_id: una.id,
      appointment_date: salon.freshDay(),
      sms_consent: false,
    });
    expect((await known(una.id, taken)).sms_consent).toEqual(withdrawn.sms_consent);

    const merged = await staff.post(`${CUSTOMERS}/${una.id}/merge`, { into: uma.id });
    expect(await known(uma.id, merged)).toEqual({ ...withdrawn, notes: 'Left-handed.' });
    const again = await at(salon, minutes(2), () => consent(una.booking.id, true));
    expect((await known(uma.id, again)).sms_consent?.given).toBe(true);

    const number = `+1${uma.person.customer_phone.replace(/\D/g, '')}`;
    const stop = { source: randomUUID(), at: minutes(3).toISOString() };
    const hashNumber = await numberHasherOf({ keysOf: async () => new Map() }, salon.secretKey);
    const stream = numberStream(hashNumber(number));
    await salon.log.append(stream, 'any', [newEvent({ stream, type: 'NumberOptedOut', data: stop })]);
    expect((await known(uma.id, again)).opted_out).toEqual({ at: stop.at, by: 'provider' });

    expect((await salon.get(`${CUSTOMERS}/${uma.id}/for-booking`)).status).toBe(401);
    expectProblem(await staff.get(`${CUSTOMERS}/${randomUUID()}/for-booking`), 'customer-not-found');
  });

  it('are one to whoever does the work: an appointment tells the notes on both cards, and how often they came', async () => {
    const [ivy, iva] = [await customers.registered('Ivy Stone'), await customers.registered('Iva Stone')];
    const booking = { ...iva.person, customer_id: iva.id };
    const first = await bookedSoon(salon, staff, booking);
    await customers.customerOf(first.id);
    const done = await at(salon, first.begins, () => changed(staff, first.id, 'complete'));
    expect(await detailsOf(staff, ivy.booking.id, done)).toMatchObject({
      customer_notes: null,
      earlier_visits: 0,
    });
    await staff.patch(`${CUSTOMERS}/${iva.id}`, { notes: 'Allergic to PPD.' });
    const noted = await staff.patch(`${CUSTOMERS}/${ivy.id}`, { notes: 'Formula 7/43.' });
    const own = await detailsOf(staff, ivy.booking.id, { position: positionOf(noted) });
    expect(own.customer_notes).toBe('Formula 7/43.');
    const merged = await staff.post(`${CUSTOMERS}/${iva.id}/merge`, { into: ivy.id });
    const position = positionOf(merged);
    expect(await detailsOf(staff, ivy.booking.id, { position })).toMatchObject({
      customer_notes: 'Formula 7/43.\n\nAllergic to PPD.',
      earlier_visits: 1,
    });
    // The queries run at the same time, and each gets its own answer. A first appointment is no visit before itself.
    const [booked, completed, again] = await Promise.all(
      [ivy.booking.id, first.id, ivy.booking.id].map((id) => detailsOf(staff, id, { position })),
    );
    expect(booked).toMatchObject({ id: ivy.booking.id, earlier_visits: 1 });
    expect(completed).toMatchObject({ id: first.id, earlier_visits: 0 });
    expect(again).toEqual(booked);
    // One that nobody has completed counts once it is over.
    const second = await bookedSoon(salon, staff, booking, new Date(first.begins.getTime() + 31 * 60_000));
    await customers.customerOf(second.id);
    const visits = async (by: StaffApi) => (await detailsOf(by, ivy.booking.id, second)).earlier_visits;
    expect(await visits(staff)).toBe(1);
    // Late in the evening it begins after midnight, when the session of now has ended.
    const afterwards = async () => visits(await givenStaff(salon));
    expect(await at(salon, new Date(second.begins.getTime() + 30 * 60_000), afterwards)).toBe(2);
  });
});

describe('erasing', () => {
  /** The digits stand alone: ids have any seven in a row now and then. */
  const WORDS = ['Wilhelm', 'quagmire', '(?<![\\da-f])888-?0177(?![\\da-f])', '9258880177', 'lavender'];
  const PERSONAL = new RegExp(WORDS.join('|'), 'i');
  const WILHELM = {
    customer_email: 'w@quagmire.example',
    customer_phone: '(925) 888-0177',
    notes: 'No lavender.',
  };

  async function everyRow(): Promise<string> {
    const { pool } = salon.database;
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const texts = tables.map(async ({ name }) =>
      JSON.stringify((await pool.query(`select * from ${name}`)).rows),
    );
    return (await Promise.all(texts)).join('\n');
  }

  it('hands everything over, then leaves nothing that can be read, and keeps the appointment', async () => {
    const { id, booking } = await customers.registered('Wilhelm Quag', WILHELM);
    const twin = await customers.registered('Wilhelmina Quag');
    await staff.post(`${CUSTOMERS}/${twin.id}/merge`, { into: id });
    await staff.patch(`${CUSTOMERS}/${id}`, { notes: 'Hates lavender.' });
    await change(staff, booking.id, 'reschedule', {
      new_date: salon.freshDay(),
      new_time: '10:00 AM',
      message: 'Wilhelm, the ladder is away, come on Sunday.',
    });
    const position = positionOf(await staff.patch(`${CUSTOMERS}/${id}`, { notes: 'No lavender.' }));
    const exported = async () => {
      const answer = await staff.get(`${CUSTOMERS}/${id}/export?after=${position}`);
      return { answer, file: CustomerExport.strict().parse(answer.json) };
    };
    const { answer, file } = await eventually(async () => {
      const now = await exported();
      const sent = now.file.messages.filter(({ booking_id, to }) => booking_id === booking.id && to !== null);
      expect(sent.map(({ channel, to }) => `${channel} ${to}`)).toEqual(
        expect.arrayContaining(['sms +19258880177', `email ${WILHELM.customer_email}`]),
      );
      return now;
    });
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="customer-${id}.json"`);
    for (const word of WORDS) expect(answer.text).toMatch(new RegExp(word, 'i'));
    for (const text of ['Hates lavender.', 'the ladder is away']) expect(answer.text).toContain(text);
    const { customers: cards, bookings } = file;
    expect(file.merges).toMatchObject([{ from: twin.id, into: id }]);
    expect(new Set(file.recorded.map(({ id: about }) => about))).toEqual(
      new Set([id, twin.id, ...bookings.map(({ id: booked }) => booked)]),
    );
    expect(cards.map(({ name }) => name).sort()).toEqual(['Wilhelm Quag', 'Wilhelmina Quag']);
    expect(bookings.map(({ customer_name }) => customer_name).sort()).toEqual([
      'Wilhelm Quag',
      'Wilhelmina Quag',
    ]);

    const linkKey = randomUUID();
    const link = () =>
      staff.post(`/api/admin/bookings/${booking.id}/customer`, { customer_id: twin.id }, { key: linkKey });
    const linked = await link();
    expect(linked.status).toBe(200);
    const key = randomUUID();
    const erased = await staff.post(`${CUSTOMERS}/${twin.id}/erase`, {}, { key });
    expect((erased.json as { erased: string[] }).erased).toEqual([id, twin.id]);
    const after = positionOf(erased);
    for (const customer of [id, twin.id])
      expectProblem(await staff.get(`${CUSTOMERS}/${customer}?after=${after}`), 'customer-not-found');
    expect(await customers.namesFor('wilhelm')).toEqual([]);
    expectProblem(await staff.patch(`${CUSTOMERS}/${id}`, { name: 'Wilhelm' }), 'customer-not-found');
    expect((await staff.post(`${CUSTOMERS}/${twin.id}/erase`, {}, { key })).json).toEqual(erased.json);
    expect((await link()).json).toEqual(linked.json);
    await eventually(async () => expect(await everyRow()).not.toMatch(PERSONAL));
    expect((await staff.get(`/api/admin/bookings/${booking.id}`)).json).toMatchObject({
      customer_name: null,
      appointment_date: expect.any(String),
    });
    // The private link must not read, move or cancel the booking any more.
    const { management_token: token, short_code } = booking;
    const to = { new_date: salon.freshDay(), new_time: '2:00 PM' };
    for (const answer of [
      await salon.get('/api/manage', { token }),
      await salon.get('/api/manage/calendar.ics', { token }),
      await salon.post('/api/manage/reschedule', to, { token }),
      await salon.post('/api/manage/cancel', {}, { token }),
    ])
      expectProblem(answer, 'unauthorized');
    expectProblem(await salon.get(`/api/short-links?code=${short_code}`), 'short-link-not-found');

    const back = await customers.registered('Wilhelm Quag', WILHELM);
    expect([id, twin.id]).not.toContain(back.id);
  });
});
