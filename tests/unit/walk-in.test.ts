import { describe, expect, it } from 'vitest';
import { CreateAdminBooking, CreateWalkIn } from '../../src/contracts/bookings/admin-bookings.ts';
import { type BookingCommand, bookingDecider } from '../../src/features/booking/appointment/decider.ts';
import type { BookingEvent } from '../../src/features/booking/appointment/events.ts';
import { bookingCause } from '../../src/features/messages/decision/booking-view.ts';
import * as agenda from '../support/booking/agenda-facts.ts';
import { cancelled, completed, deleted, given, id, requested } from '../support/booking/booking-facts.ts';

const today = { ...agenda.clock, date: '2026-11-20' };
const take = (start: number, terms: 'walk-in' | 'staff', clock = today) =>
  agenda.take({
    start,
    end: start + 30,
    clock,
    terms: terms === 'staff' ? agenda.staff : { kind: terms },
  });

describe('a time that has begun', () => {
  it('of today is for a walk-in, at any five minutes, whatever the opening hours', () => {
    for (const start of [5, 595, 600])
      agenda
        .given()
        .when(take(start, 'walk-in'))
        .thenRecords(agenda.taken(agenda.SLOT, agenda.MINE, start, start + 30));
  });

  it.each([
    ['five minutes from now', 605, today],
    ['between two full five minutes', 599, today],
    ['yesterday', 595, { ...today, date: '2026-11-19' }],
    ['tomorrow', 595, { ...today, date: '2026-11-21' }],
  ])('is none %s', (_, start, clock) => {
    agenda
      .given()
      .when(take(start, 'walk-in', clock))
      .thenRefuses('not-a-walk-in-time');
  });

  it('is not where somebody else is, or where staff have blocked it', () => {
    const theirs = agenda.taken(agenda.OTHER_SLOT, agenda.THEIRS, 610, 640);
    agenda.given(theirs).when(take(600, 'walk-in')).thenRefuses('slot-taken');
    agenda
      .given(agenda.timeBlocked(agenda.BLOCK, { start: 610, end: 640 }))
      .when(take(600, 'walk-in'))
      .thenRefuses('time-blocked');
    agenda.given(agenda.blocked).when(take(600, 'walk-in')).thenRefuses('date-blocked');
  });

  it('of today and of staff’s list is for an appointment that staff enter, too', () => {
    agenda
      .given()
      .when(take(570, 'staff'))
      .thenRecords(agenda.taken(agenda.SLOT, agenda.MINE, 570, 600));
    agenda.given().when(take(575, 'staff')).thenRefuses('outside-staff-times');
    agenda
      .given()
      .when(take(570, 'staff', { ...today, date: '2026-11-19' }))
      .thenRefuses('in-the-past');
  });
});

const anonymous: BookingEvent = {
  type: 'BookingRequested',
  data: {
    ...requested('confirmed').data,
    walkIn: true,
    anonymous: true,
    personal: { name: 'Walk-in', email: null, phone: '', phoneE164: null, notes: null },
  },
};
const linked: BookingEvent = { type: 'BookingLinked', data: { customerId: id(40) } };
const noContact = { email: null, phone: '', phoneE164: null };
const correct = (name?: string): BookingCommand => ({
  kind: 'CorrectContact',
  contact: { ...noContact, name },
});

describe('saying who a walk-in is', () => {
  it('gives it a name', () => {
    given(anonymous, linked)
      .when(correct('Wanda'))
      .thenRecords({ type: 'BookingContactCorrected', data: { personal: { ...noContact, name: 'Wanda' } } });
  });

  it('waits until it is known whose visit it is, since their card gets the name', () => {
    given(anonymous).when(correct('Wanda')).thenRefuses('not-linked-yet');
  });

  it('is refused for an appointment', () => {
    given(requested(), linked).when(correct('Wanda')).thenRefuses('not-a-walk-in');
  });

  it('and the visit itself cause no message', () => {
    const recorded = { ...anonymous, metadata: { at: '', actor: { kind: 'admin' } } } as never;
    for (const channel of ['sms', 'email'] as const) expect(bookingCause(recorded, channel)).toBeUndefined();
  });
});

describe('the arrival of a customer', () => {
  const arrived: BookingEvent = { type: 'CustomerArrived', data: {} };
  const takenBack: BookingEvent = { type: 'ArrivalTakenBack', data: {} };
  const record = (isHere: boolean): BookingCommand => ({ kind: 'RecordArrival', isHere });

  it('is recorded and taken back, each time that somebody says it', () => {
    given(requested()).when(record(true)).thenRecords(arrived);
    given(requested(), arrived).when(record(true)).thenRecords(arrived);
    given(requested(), arrived).when(record(false)).thenRecords(takenBack);
    given(requested(), arrived, takenBack).when(record(false)).thenRecords(takenBack);
  });

  it('is no decision about the appointment', () => {
    expect(bookingDecider.uncounted).toEqual(expect.arrayContaining([arrived.type, takenBack.type]));
  });

  it('is refused once the appointment is over', () => {
    given(requested(), completed).when(record(true)).thenRefuses('already-completed');
    given(requested(), cancelled()).when(record(true)).thenRefuses('already-cancelled');
    given(requested(), deleted()).when(record(true)).thenRefuses('booking-not-found');
    given(requested(), arrived, completed).when(record(false)).thenRecords(takenBack);
  });
});

describe('the request', () => {
  const walkIn = {
    walk_in: true,
    appointment_date: '2026-11-20',
    appointment_time: '9:55 AM',
    services: [{ id: 'bang-trim' }],
  } as const;

  it('needs nothing of the person, and an appointment needs all', () => {
    expect(CreateWalkIn.parse(walkIn)).toMatchObject({ customer_name: null, customer_phone: null });
    const { error } = CreateAdminBooking.safeParse({ ...walkIn, walk_in: false });
    expect(error?.issues.map(({ path: [field] }) => field)).toEqual(['customer_name', 'customer_phone']);
  });
});
