import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../src/contracts/problem.ts';
import { deadlineIn } from '../../src/eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../src/eventsourcing/async/keyed-mutex.ts';
import { createEventStreams } from '../../src/eventsourcing/streams/event-streams.ts';
import { MERGES } from '../../src/features/customers/events.ts';
import { mergesDecider } from '../../src/features/customers/merges/decider.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem, problemOf } from '../support/network/http.ts';
import { runOf, STAFF } from '../support/salon/test-salon.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';
import { CUSTOMERS, customersOf } from '../support/staff/customers-api.ts';
import { givenStaff, type StaffApi } from '../support/staff/staff-api.ts';

let salon: TestSalon;
let staff: StaffApi;
let customers: ReturnType<typeof customersOf>;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  staff = await givenStaff(salon);
  customers = customersOf(salon, staff);
});
afterAll(() => salon.stop());

interface Added {
  readonly id: string;
  readonly version: number;
  readonly position: string;
}
type Body = Readonly<Record<string, unknown>>;
async function added(body: Body, ask?: { key: string }): Promise<Added> {
  const answer = await staff.post(CUSTOMERS, body, ask);
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Added;
}
const cardOf = async ({ id, position }: Added) => (await customers.read(id, position)).customer;
/** Waits until the registrar knows a contact. */
const known = (contacts: { email: string | null; phone: string | null }) =>
  eventually(async () => {
    const answer = await staff.post('/api/admin/contact-holder', contacts);
    expect((answer.json as { holder: unknown }).holder).not.toBeNull();
  });

let count = 0;
/** A phone number that nobody has. */
const freePhone = () => {
  count += 1;
  return `(925) 555-${4_000 + count}`;
};

describe('a customer whom staff add', () => {
  it.each<[string, Body, Body]>([
    ['a name alone', { name: 'Zoe Child' }, { name: 'Zoe Child', email: null, phone: null }],
    [
      'a birthday and notes, but no contact',
      { name: 'Max Child', birthday_month: 9, birthday_day: 1, notes: 'Scared of clippers' },
      { birthday_month: 9, birthday_day: 1, notes: 'Scared of clippers' },
    ],
    [
      'an e-mail alone',
      { name: 'Eva Mail', email: 'eva@added.example' },
      { email: 'eva@added.example', phone: null },
    ],
    ['a phone alone', { name: 'Pia Phone', phone: '(925) 555-0170' }, { phone: '(925) 555-0170' }],
    ['null for what is not known', { name: 'Nils Null', email: null, phone: null, notes: null }, {}],
    ['another script', { name: 'Анна Петрова', email: 'anna@added.example' }, { name: 'Анна Петрова' }],
  ])('with %s is on a card as soon as the read model has reached the answer', async (_, body, card) => {
    const answer = await added(body);
    expect(await cardOf(answer)).toMatchObject(card);
    expect(answer.version).toBe(1);
  });

  it('is the same for a retry, also once their contact is known', async () => {
    const body = { name: 'Rita Retry', phone: freePhone() };
    const first = await added(body, { key: 'add-customer-key-0123456789' });
    await known({ email: null, phone: body.phone });
    expect(await added(body, { key: 'add-customer-key-0123456789' })).toEqual(first);
  });

  it('gets the bookings with their contacts from then on', async () => {
    const person = customers.stranger('Bea Booker');
    const { id } = await added({
      name: 'Bea Booker',
      email: person.customer_email,
      phone: person.customer_phone,
    });
    const booking = await salon.booked({ ...person, appointment_date: salon.freshDay() });
    expect(await customers.customerOf(booking.id)).toBe(id);
  });

  it('is changed, merged and erased as others are, and their history says how they came', async () => {
    const one = await added({ name: 'Hal History', email: 'hal@added.example' });
    const other = await added({ name: 'Hal Again' });
    await cardOf(other);
    const history = await staff.get(`/api/admin/customers/${one.id}/history?after=${one.position}`);
    expect(history.text).toContain('CustomerAdded');
    expect((await staff.post(`${CUSTOMERS}/${other.id}/merge`, { into: one.id })).status).toBe(200);
    expect((await staff.patch(`${CUSTOMERS}/${one.id}`, { notes: 'Tea' })).status).toBe(200);
    const erased = await staff.post(`${CUSTOMERS}/${one.id}/erase`, {});
    expect(erased.status, erased.text).toBe(200);
    await eventually(async () => expect((await staff.get(`${CUSTOMERS}/${other.id}`)).status).toBe(404));
  });

  it.each<[string, Body, ProblemCode]>([
    ['a name of one letter', { name: 'A' }, 'customer-name-too-short'],
    ['an e-mail that is none', { name: 'Ann Lee', email: 'ann@' }, 'customer-email-invalid'],
    ['a short phone', { name: 'Ann Lee', phone: '123' }, 'customer-phone-invalid'],
    ['a day that is none', { name: 'Ann Lee', birthday_month: 2, birthday_day: 30 }, 'birthday-impossible'],
  ])('with %s is refused', async (_, body, code) => {
    expectProblem(await staff.post(CUSTOMERS, body), code);
  });
});

describe('a contact that somebody holds', () => {
  it.each<[string, (held: { email: string; phone: string }) => Body, 'email' | 'phone']>([
    ['the phone', ({ phone }) => ({ phone }), 'phone'],
    ['the phone, written otherwise', ({ phone }) => ({ phone: `+1 ${phone.replace(/\D/g, '')}` }), 'phone'],
    ['the e-mail', ({ email }) => ({ email }), 'email'],
    ['the e-mail in capitals', ({ email }) => ({ email: email.toUpperCase() }), 'email'],
    ['both', (both) => both, 'email'],
    [
      'the phone, and an e-mail of their own',
      ({ phone }) => ({ phone, email: 'own@added.example' }),
      'phone',
    ],
  ])('refuses %s, and names who has it', async (_, contacts, by) => {
    count += 1;
    const held = { email: `mia-${count}@added.example`, phone: freePhone() };
    const mia = await added({ name: 'Mia Parent', ...held });
    await known(held);
    const answer = await staff.post(CUSTOMERS, { name: 'Zoe Parent', ...contacts(held) });
    expect(problemOf(answer)).toMatchObject({
      code: 'contact-held',
      status: 409,
      detail: `Mia Parent has this ${by === 'email' ? 'email' : 'phone number'} already.`,
      holder: { id: mia.id, name: 'Mia Parent', by },
    });
    expect((await staff.get(`${CUSTOMERS}/${mia.id}`)).status).toBe(200);
  });

  it('names the customer whom the holder was merged into', async () => {
    const phone = freePhone();
    const held = await added({ name: 'Old Card', phone });
    const kept = await added({ name: 'Kept Card' });
    await known({ email: null, phone });
    expect((await staff.post(`${CUSTOMERS}/${held.id}/merge`, { into: kept.id })).status).toBe(200);
    const answer = await staff.post(CUSTOMERS, { name: 'Zoe Parent', phone });
    expect(problemOf(answer)).toMatchObject({ holder: { id: kept.id, name: 'Kept Card', by: 'phone' } });
  });

  it('is free again once its holder is erased', async () => {
    const phone = freePhone();
    const gone = await added({ name: 'Gone Card', phone });
    await known({ email: null, phone });
    expect((await staff.post(`${CUSTOMERS}/${gone.id}/erase`, {})).status).toBe(200);
    await added({ name: 'New Card', phone });
  });
});

it('nobody waits for an import: two desks and a program add customers while one is open', async () => {
  const merges = createEventStreams(salon.log, mergesDecider, {
    mutex: createKeyedMutex(),
    now: () => new Date(),
  });
  const importId = '00000000-0000-4000-8000-000000000077';
  const by = (command: string) => ({
    ...runOf({ key: `${command}-key-0123456789`, command, body: {}, actor: STAFF }),
    deadline: deadlineIn(10_000),
  });
  // Its rows are nowhere, so that it stays open until it is undone.
  await merges.handle(MERGES, () => ({ kind: 'StartImport', importId, rows: 6_000 }), by('start-import'));
  const bodies = ['desk one', 'desk two', 'a program'].map((desk) => ({
    name: `Added at ${desk}`,
    phone: freePhone(),
  }));
  const answers = await Promise.all(bodies.map((body) => added(body)));
  for (const [index, answer] of answers.entries())
    expect(await cardOf(answer)).toMatchObject({ name: bodies[index]?.name });
  expect(new Set(answers.map(({ id }) => id)).size).toBe(3);
  await merges.handle(MERGES, () => ({ kind: 'UndoImport', importId }), by('undo-import'));
});
