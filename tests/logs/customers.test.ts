import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerList, CustomerSummary } from '../../src/contracts/customers/customers.ts';
import { ContactHolder } from '../../src/contracts/customers/known-customer.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { CUSTOMERS, customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, positionOf, type StaffApi } from '../support/staff/staff-api.ts';
import { at, bookedByStaff, bookedSoon, change, detailsOf } from '../support/staff/staff-bookings.ts';

let salon: TestSalon;
let staff: StaffApi;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  customers = customersOf(salon, staff);
});
afterAll(() => salon.stop());

describe('a customer', () => {
  // Spec: 3.customer, 7.bookings
  it('is registered by the first booking, and has all later ones in their history', async () => {
    const { id, person, booking } = await customers.registered('Zoë Quill');
    const again = await salon.booked({
      ...person,
      customer_email: person.customer_email.toUpperCase(),
      customer_phone: '(510) 555-0111',
      appointment_date: salon.freshDay(),
    });
    expect(await customers.customerOf(again.id)).toBe(id);
    const { customer, etag } = await customers.read(id);
    expect(etag).toBe('"1"');
    expect(customer).toMatchObject({
      name: 'Zoë Quill',
      email: person.customer_email,
      phone: person.customer_phone,
      // A stranger could have used this e-mail: what else they say teaches nothing.
      other_phones: [],
      birthday_month: null,
      merged_into: null,
      merged: [],
      same_person: [],
      service_history_total: 2,
    });
    expect(customer.service_history.map(({ id: of }) => of)).toEqual([again.id, booking.id]);

    await change(staff, again.id, 'confirm');
    await eventually(async () =>
      expect((await customers.read(id)).customer.other_phones).toEqual(['(510) 555-0111']),
    );
    const byPhone = await salon.booked({
      ...customers.stranger('Zoe at work'),
      customer_phone: '510.555.0111',
      appointment_date: salon.freshDay(),
    });
    expect(await customers.customerOf(byPhone.id)).toBe(id);
  });

  it('learns at once from what staff book, and is whom staff have picked', async () => {
    const { id } = await customers.registered('Yara Finch');
    const picked = await bookedByStaff(staff, {
      ...customers.stranger('Yara Finch-Lee'),
      customer_id: id,
      customer_email: 'yara@work.example',
      appointment_date: salon.freshDay(),
    });
    expect(await customers.customerOf(picked.id)).toBe(id);
    await eventually(async () =>
      expect((await customers.read(id)).customer.other_emails).toEqual(['yara@work.example']),
    );
  });

  it('is told by the contacts of a booking before it is made, as the registrar will find them', async () => {
    const holderOf = async (email: string | null, phone: string | null, after?: string) => {
      const path = `/api/admin/contact-holder${after ? `?after=${after}` : ''}`;
      const answer = await staff.post(path, { email, phone });
      expect(answer.status, answer.text).toBe(200);
      return ContactHolder.strict().parse(answer.json).holder;
    };
    const [ada, bea] = [await customers.registered('Ada Alt'), await customers.registered('Bea Alt')];
    const { customer_phone: phone, customer_email: email } = bea.person;
    const byPhone = { id: bea.id, name: 'Bea Alt', by: 'phone' };
    expect(await holderOf(null, phone.replaceAll(/\D/g, '.'))).toEqual(byPhone);
    expect(await holderOf(ada.person.customer_email.toUpperCase(), phone)).toEqual({
      id: ada.id,
      name: 'Ada Alt',
      by: 'email',
    });
    expect(await holderOf(email, null)).toEqual({ ...byPhone, by: 'email' });
    // The holder is the customer who had the contact first, not the one who was registered first.
    const edited = await staff.patch(`${CUSTOMERS}/${ada.id}`, { other_phones: [phone] });
    expect(await holderOf(null, phone, positionOf(edited))).toEqual(byPhone);
    const booked = await bookedByStaff(staff, {
      ...customers.stranger('Eva Neu'),
      customer_phone: phone,
      appointment_date: salon.freshDay(),
    });
    expect(await customers.customerOf(booked.id)).toBe(bea.id);
    const dropped = await staff.patch(`${CUSTOMERS}/${bea.id}`, { phone: null });
    await eventually(async () => expect((await holderOf(null, phone, positionOf(dropped)))?.id).toBe(ada.id));

    const merged = await staff.post(`${CUSTOMERS}/${ada.id}/merge`, { into: bea.id });
    expect(await holderOf(null, phone, positionOf(merged))).toEqual(byPhone);
    expect(await holderOf('nobody@people.example', '(925) 555-9999')).toBe(null);
    expect(await holderOf(null, null)).toBe(null);
  });

  it('has visited once a confirmed appointment is over, unless it was cancelled', async () => {
    const { id, booking: next } = await customers.registered('Vera Visit');
    const booked = await bookedSoon(salon, staff, { ...customers.stranger('Vera'), customer_id: id });
    expect(await customers.customerOf(booked.id)).toBe(id);
    const visitsAt = async (position: string = booked.position) => {
      const { customer } = await customers.read(id, position);
      // The next appointment tells the same number.
      expect((await detailsOf(staff, next.id, { position })).earlier_visits).toBe(customer.visits);
      return [customer.visits, customer.last_visit, customer.service_history_total, customer.no_shows];
    };
    const later = new Date(booked.begins.getTime() + 30 * 60_000);
    expect(await visitsAt()).toEqual([0, null, 2, 0]);
    expect(await at(salon, new Date(later.getTime() - 60_000), visitsAt)).toEqual([0, null, 2, 0]);
    expect(await at(salon, later, visitsAt)).toEqual([1, booked.appointment_date, 2, 0]);
    // Somebody's own appointment is no visit before it, nor is a later one.
    const itself = await at(salon, later, () => detailsOf(staff, booked.id, booked));
    expect(itself.earlier_visits).toBe(0);
    const cancelled = await change(staff, booked.id, 'cancel', { reason: 'no_show', message: null });
    const position = positionOf(cancelled);
    expect(await at(salon, later, () => visitsAt(position))).toEqual([0, null, 2, 1]);
  });

  it("takes an appointment that was taken for somebody else's", async () => {
    const [one, other] = [await customers.registered('Olga One'), await customers.registered('Olga Other')];
    const answer = await staff.post(`/api/admin/bookings/${one.booking.id}/customer`, {
      customer_id: other.id,
    });
    expect((await customers.read(other.id, positionOf(answer))).customer.service_history_total).toBe(2);
    expect((await customers.read(one.id)).customer.service_history).toEqual([]);
    const unknown = { customer_id: randomUUID() };
    expectProblem(
      await staff.post(`/api/admin/bookings/${one.booking.id}/customer`, unknown),
      'customer-not-found',
    );
    expectProblem(
      await staff.post(`/api/admin/bookings/${randomUUID()}/customer`, { customer_id: one.id }),
      'booking-not-found',
    );
  });
});

describe('the list', () => {
  // Spec: 5.search
  it('finds a part of a name, of an e-mail and of a phone in every form, and nobody else', async () => {
    const { person } = await customers.registered('Ödön Vasary', { customer_phone: '+1 (925) 777-0144' });
    for (const search of [
      'ODON',
      ' vasa',
      'ödön v',
      person.customer_email.slice(0, -4),
      '777-0144',
      '(925) 777',
      '9257770144',
      '+19257770144',
    ])
      expect([search, await customers.namesFor(search)]).toEqual([search, ['Ödön Vasary']]);
    expect(await customers.namesFor('odonx')).toEqual([]);
    expect(await customers.namesFor('%')).toEqual([]);
  });

  // Spec: 7.customers
  it('comes in pages, by name and the newest first, also while customers come and go', async () => {
    for (const name of ['Page Bea', 'Page Abe', 'Page Cid', 'Page Abe']) await customers.registered(name);
    const inPages = async (sort: string) => {
      const found: CustomerSummary[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: CustomerList = await customers.list({
          search: 'page',
          sort,
          limit: '2',
          ...(cursor && { cursor }),
        });
        found.push(...page.customers);
        cursor = page.next_cursor;
        // Neither a name nor a contact may be in an address. As words: their letters alone could be part of an id.
        expect(Buffer.from(cursor ?? '', 'base64url').toString()).not.toMatch(/page|\b(?:abe|bea)\b/i);
      }
      return found;
    };
    const byName = await inPages('name');
    expect(byName.map(({ name }) => name)).toEqual(['Page Abe', 'Page Abe', 'Page Bea', 'Page Cid']);
    const newest = await inPages('-created_at');
    const sorted = byName.toSorted((a, b) => (a.created_at + a.id < b.created_at + b.id ? 1 : -1));
    expect(newest).toEqual(sorted);
    const { next_cursor, total } = await customers.list({ search: 'page', limit: '1' });
    expect(total).toBe(4);
    await customers.registered('Page Aaron');
    expect((await customers.list({ search: 'page', cursor: next_cursor ?? '' })).customers[0]?.name).toBe(
      'Page Abe',
    );
  });

  it('has first, if asked, those whose name begins with what is searched for', async () => {
    for (const name of ['Ana Tanaka', 'Bo Nakamura', 'Nakata Dee']) await customers.registered(name);
    const { customers: found } = await customers.list({ search: 'naka', sort: 'match' });
    expect(found.map(({ name }) => name)).toEqual(['Bo Nakamura', 'Nakata Dee', 'Ana Tanaka']);
  });

  it('lists the birthdays of a month by their day, in pages and as a file', async () => {
    const born = async (name: string, birthday_month: number, birthday_day: number | null) => {
      const { id } = await customers.registered(name);
      return staff.patch(`${CUSTOMERS}/${id}`, { birthday_month, birthday_day });
    };
    await born('Born Late', 3, 30);
    await born('Born Unknown', 3, null);
    await born('Born Elsewhere', 4, 1);
    const after = positionOf(await born('Born Early', 3, 2));
    const query = { search: 'born', birthday_month: '3', sort: 'birthday' };
    const first = await customers.list({ ...query, limit: '2', after });
    expect(first).toMatchObject({ customers: [{ name: 'Born Early' }, { name: 'Born Late' }], total: 3 });
    const rest = await customers.list({ ...query, limit: '2', cursor: first.next_cursor ?? '' });
    expect(rest.customers.map(({ name }) => name)).toEqual(['Born Unknown']);
    expect(rest).toMatchObject({ next_cursor: null, total: null });
    const file = await staff.get(`${CUSTOMERS}.csv?${new URLSearchParams(query)}`);
    expect(file.text.match(/Born \w+/g)).toEqual(['Born Early', 'Born Late', 'Born Unknown']);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'sort=phone',
    'birthday_month=0',
    'birthday_month=13',
    'cursor=abc',
    'cursor=!',
    `search=${'x'.repeat(101)}`,
  ])('refuses ?%s in plain words', async (query) => {
    expectProblem(await staff.get(`${CUSTOMERS}?${query}`), 'validation-failed');
  });
});

describe('changing a card', () => {
  // Spec: 7.customers
  it('changes what is sent, tells the version, answers a retry the same and a stale page 412', async () => {
    const { id, person } = await customers.registered('Kit Marlow');
    const body = { name: 'Christopher Marlow', birthday_month: 2, birthday_day: 29, notes: ' Likes tea. ' };
    const key = randomUUID();
    const answer = await staff.patch(`${CUSTOMERS}/${id}`, body, { ifMatch: '"1"', key });
    expect(answer).toMatchObject({ status: 200, json: { id, version: 2 }, headers: { etag: '"2"' } });
    expect((await staff.patch(`${CUSTOMERS}/${id}`, body, { ifMatch: '"1"', key })).json).toEqual(
      answer.json,
    );
    expectProblem(await staff.patch(`${CUSTOMERS}/${id}`, { name: 'Kit' }, { ifMatch: '"1"' }), 'stale');
    const { customer, etag } = await customers.read(id, positionOf(answer));
    expect(etag).toBe('"2"');
    expect(customer).toMatchObject({
      name: 'Christopher Marlow',
      email: person.customer_email,
      birthday_month: 2,
      birthday_day: 29,
      notes: 'Likes tea.',
    });
    const cleared = await staff.patch(`${CUSTOMERS}/${id}`, { email: '', phone: null, birthday_day: null });
    expect((await customers.read(id, positionOf(cleared))).customer).toMatchObject({
      email: null,
      phone: null,
      birthday_month: 2,
      birthday_day: null,
    });
  });

  // Spec: 5.birthday
  it.each([
    [{ name: 'K' }, 'customer-name-too-short'],
    [{ email: 'kit@' }, 'customer-email-invalid'],
    [{ phone: '925-555' }, 'customer-phone-invalid'],
    [{ other_phones: ['1'] }, 'customer-phone-invalid'],
    [{ birthday_month: 13 }, 'birthday-month-invalid'],
    [{ birthday_day: 0 }, 'birthday-day-invalid'],
    [{ birthday_day: 32 }, 'birthday-day-invalid'],
    [{ birthday_month: 2, birthday_day: 30 }, 'birthday-impossible'],
  ] as const)('refuses %j', async (body, code) => {
    expectProblem(await staff.patch(`${CUSTOMERS}/${randomUUID()}`, body), code);
  });

  it('refuses a customer whom nobody knows', async () => {
    for (const path of ['', '/export'])
      expectProblem(await staff.get(`${CUSTOMERS}/${randomUUID()}${path}`), 'customer-not-found');
    expectProblem(
      await staff.patch(`${CUSTOMERS}/${randomUUID()}`, { name: 'Nobody' }),
      'customer-not-found',
    );
    for (const [path, body] of [
      ['erase', {}],
      ['merge', { into: randomUUID() }],
      ['split', { merge_id: randomUUID() }],
    ] as const)
      expectProblem(await staff.post(`${CUSTOMERS}/${randomUUID()}/${path}`, body), 'customer-not-found');
  });
});
