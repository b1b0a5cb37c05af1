import { describe, expect, it } from 'vitest';
import { ERASED } from '../../../src/eventsourcing/event-types.ts';
import {
  type CardChange,
  type ChangeCustomer,
  customerDecider,
} from '../../../src/features/customers/decider.ts';
import type { Card, CustomerEvent } from '../../../src/features/customers/events.ts';
import { specOf, toldOf } from '../../support/log/decider-spec.ts';

const { given } = specOf(customerDecider);

const bookingId = '00000000-0000-4000-8000-000000000001';
const MOBILE = { phone: '(925) 555-0100', phoneE164: '+19255550100' };
const DESK = { phone: '925 555 0199', phoneE164: '+19255550199' };
const ANN: Card = {
  name: 'Ann Lee',
  emails: ['ann@example.com'],
  phones: [MOBILE],
  birthdayMonth: null,
  birthdayDay: null,
  notes: null,
};
const registered = (personal: Card | typeof ERASED = ANN): CustomerEvent => ({
  type: 'CustomerRegistered',
  data: { bookingId, since: '2026-11-20T18:00:00.000Z', personal },
});
const added = (emails: string[], phones: (typeof DESK)[] = []): CustomerEvent => ({
  type: 'CustomerContactAdded',
  data: { bookingId, personal: { emails, phones } },
});
const changedTo = (version: number, card: Partial<Card>): CustomerEvent => ({
  type: 'CustomerChanged',
  data: { version, personal: { ...ANN, ...card } },
});
const erased: CustomerEvent = { type: 'CustomerErased', data: {} };
const change = (fields: CardChange): ChangeCustomer => ({ kind: 'ChangeCustomer', change: fields });

describe("changing a customer's card", () => {
  it('records the whole card, with what was left out as it is', () => {
    given(registered())
      .when(change({ name: 'Ann Li', birthdayMonth: 2, birthdayDay: 29 }))
      .thenRecords(changedTo(2, { name: 'Ann Li', birthdayMonth: 2, birthdayDay: 29 }));
    given(registered(), changedTo(2, { notes: 'Tea', birthdayMonth: 2, birthdayDay: 29 }))
      .when(change({ notes: null, birthdayDay: null }))
      .thenRecords(changedTo(3, { birthdayMonth: 2 }));
  });

  it('keeps the visits before, which only an import brings', () => {
    const before = { visits: 12, firstVisit: null, lastVisit: '2025-08-03', spentCents: null };
    given(registered({ ...ANN, before }))
      .when(change({ name: 'Ann Li' }))
      .thenRecords(changedTo(2, { name: 'Ann Li', before }));
  });

  it('replaces the contact in use and keeps the others, each once', () => {
    given(registered(), added(['work@example.com'], [DESK]))
      .when(change({ email: 'Work@Example.com', phone: DESK }))
      .thenRecords(changedTo(3, { emails: ['Work@Example.com'], phones: [DESK] }));
    given(registered(), added(['work@example.com'], [DESK]))
      .when(change({ email: 'new@example.com' }))
      .thenRecords(changedTo(3, { emails: ['new@example.com', 'work@example.com'], phones: [MOBILE, DESK] }));
  });

  it('takes one of the others into use', () => {
    given(registered(), added(['home@example.com', 'work@example.com']))
      .when(change({ email: 'work@example.com' }))
      .thenRecords(changedTo(3, { emails: ['work@example.com', 'home@example.com'] }));
  });

  it('takes the first of the others into use when the one in use is removed', () => {
    given(registered(), added(['work@example.com']))
      .when(change({ email: null, phone: null }))
      .thenRecords(changedTo(3, { emails: ['work@example.com'], phones: [] }));
  });

  it('replaces the others as a whole', () => {
    given(registered(), added(['a@example.com', 'b@example.com'], [DESK]))
      .when(change({ otherEmails: ['b@example.com'], otherPhones: [] }))
      .thenRecords(changedTo(3, { emails: ['ann@example.com', 'b@example.com'] }));
  });

  it('shows a number that cannot be understood', () => {
    const odd = { phone: '555-0100 ext. 7', phoneE164: null };
    given(registered())
      .when(change({ phone: odd }))
      .thenRecords(changedTo(2, { phones: [odd] }));
  });

  it.each([
    ['was never registered', []],
    ['is erased', [registered(), erased]],
    ['has lost the key, though its stream does not say so yet', [registered(ERASED)]],
  ] as const)('refuses a customer who %s', (_, history) => {
    given(...history)
      .when(change({ name: 'Ann Li' }))
      .thenRefuses('customer-not-found');
  });

  it('refuses to fold what could not have been written', () => {
    expect(() => given(added([]))).toThrow("CustomerContactAdded can't follow a customer that is none");
    expect(() => given(registered(), registered())).toThrow(/can't follow/);
    expect(() => given(registered(), erased, changedTo(2, {}))).toThrow(
      /can't follow a customer that is erased/,
    );
  });
});

describe('a row of a file', () => {
  const importId = '00000000-0000-4000-8000-000000000002';
  const imported: CustomerEvent = { type: 'CustomerImported', data: { importId, row: 1, personal: ANN } };

  it('makes a customer, whose card staff change', () => {
    const { state } = given(imported);
    expect(state).toMatchObject({ status: 'registered', version: 1, importId });
    given(imported)
      .when(change({ name: 'Ann Li' }))
      .thenRecords(changedTo(2, { name: 'Ann Li' }));
    expect(() => given(registered(), imported)).toThrow(/can't follow/);
  });
});

describe('staff', () => {
  it('add a customer, whose stream begins with that', () => {
    given()
      .when({ kind: 'AddCustomer', card: ANN })
      .thenRecords({ type: 'CustomerAdded', data: { personal: ANN } });
    expect(given({ type: 'CustomerAdded', data: { personal: ANN } }).state).toMatchObject({
      version: 1,
      card: ANN,
    });
    expect(() => given(registered()).when({ kind: 'AddCustomer', card: ANN }).thenChangesNothing()).toThrow(
      /twice/,
    );
  });
});

describe("a customer's stream", () => {
  it('learns nothing from contacts that were erased', () => {
    given(registered(), { type: 'CustomerContactAdded', data: { bookingId, personal: ERASED } })
      .when(change({ notes: 'Tea' }))
      .thenRecords(changedTo(3, { notes: 'Tea' }));
  });

  it('tells whoever changed the card its version, which an erasure does not move', () => {
    expect(
      toldOf(customerDecider, [registered(), added(['b@example.com']), changedTo(3, {}), erased]),
    ).toEqual({ version: 3, results: [1, 2, 3, 0] });
  });

  it('gives two changes of one command different ids where the card was of another version', () => {
    const [second, third] = [changedTo(2, {}), changedTo(3, {})].map((event) =>
      customerDecider.discriminatorOf?.(event),
    );
    expect(second).not.toBe(third);
    expect(customerDecider.discriminatorOf?.(registered())).toBeUndefined();
  });
});
