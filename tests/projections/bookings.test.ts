import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { bookingRequested, type Fact, HAIRCUT, MARIA, onBooking, slotAt } from './events.ts';
import { rowsOf } from './folding.ts';

const DAY = '2026-11-27';

describe('bookings', () => {
  const slot = slotAt(DAY, 540, 585);
  const { bookingId } = slot;
  const requested = bookingRequested(slot);
  const on = (type: string, data: Fact['data'] = {}) => onBooking(bookingId, type, data);
  const moved = { slotId: randomUUID(), date: '2026-12-01', start: 600, end: 645 };
  const from = { slotId: slot.slotId, date: slot.date, start: slot.start, end: slot.end };
  const bookingAfter = (...facts: Fact[]) => rowsOf('bookings', requested, ...facts)[0];

  it('have everything the request said', () => {
    expect(bookingAfter()).toEqual({
      id: bookingId,
      customer_name: MARIA.name,
      customer_email: MARIA.email,
      customer_phone: MARIA.phone,
      customer_phone_e164: MARIA.phoneE164,
      search_text: 'maria lopez\nmaria@example.com\n(925) 555-0100\n9255550100\n19255550100',
      appointment_date: DAY,
      start_minute: 540,
      end_minute: 585,
      parts: null,
      services: [HAIRCUT],
      total_amount: 'Price Varies - Determined at Consultation',
      amount_cents: 0,
      payments: [],
      lines: [],
      completed_at: null,
      payment_method: null,
      tip_cents: 0,
      visit_note: null,
      notes: MARIA.notes,
      is_erased: false,
      sms_consent: true,
      consent_at: '2026-11-20T18:00:00.000Z',
      consent_by: 'system',
      walk_in: false,
      arrived_at: null,
      status: 'pending',
      cancellation_reason: null,
      cancelled_at: null,
      cancelled_by: null,
      source: null,
      proven_contacts: [],
      created_at: '2026-11-20T18:00:00.000Z',
      slot_id: slot.slotId,
      customer_id: null,
      version: 1,
      revision: 0,
    });
  });

  it('keep the hash of the address that a public one came from, through all its changes', () => {
    const source = { address: 'a'.repeat(22) };
    const fromSomewhere = { ...requested, data: { ...requested.data, source } };
    const [row] = rowsOf('bookings', fromSomewhere, on('BookingConfirmed'));
    expect(row).toMatchObject({ source: source.address });
  });

  it('stay, without the person, when the personal part was erased', () => {
    const [row] = rowsOf('bookings', bookingRequested(slot, ERASED));
    expect(row).toMatchObject({ customer_name: null, customer_email: null, notes: null, start_minute: 540 });
    expect(row).toMatchObject({ search_text: null });
  });

  it('move without changing their status', () => {
    expect(bookingAfter(on('BookingConfirmed'), on('BookingRescheduled', { ...moved, from }))).toMatchObject({
      appointment_date: '2026-12-01',
      start_minute: 600,
      end_minute: 645,
      slot_id: moved.slotId,
      status: 'confirmed',
      version: 3,
    });
  });

  it('come back from a cancellation to the status before', () => {
    const cancelled = [
      on('BookingConfirmed'),
      on('BookingCancelled', { slotId: slot.slotId, reason: 'other', notice: 'none' }),
    ];
    expect(bookingAfter(...cancelled)).toMatchObject({ status: 'cancelled', version: 3 });
    const again = on('BookingReinstated', { ...from, slotId: moved.slotId, status: 'confirmed' });
    expect(bookingAfter(...cancelled, again)).toMatchObject({ status: 'confirmed', slot_id: moved.slotId });
  });

  it('are completed with the amount that was paid, where it is known', () => {
    expect(bookingAfter(on('BookingCompleted', { amountCents: 6550 }))).toMatchObject({
      status: 'completed',
      total_amount: '$65.50',
      amount_cents: 6550,
    });
    expect(
      bookingAfter(
        on('BookingCompleted', { amountCents: 123_450 }),
        on('BookingCompleted', { amountCents: 16_000 }),
      ),
      'corrected',
    ).toMatchObject({ total_amount: '$160.00', amount_cents: 16_000 });
    const byCard = on('BookingCompleted', { amountCents: 16_000, method: 'card', tipCents: 2_000 });
    expect(bookingAfter(byCard)).toMatchObject({
      total_amount: '$160.00',
      payment_method: 'card',
      tip_cents: 2_000,
    });
    const reopened = on('BookingReopened', { status: 'pending', totalAmount: '$35.00' });
    for (const next of [reopened, on('BookingCompleted', { amountCents: 16_000 })])
      expect(bookingAfter(byCard, next)).toMatchObject({ payment_method: null, tip_cents: 0 });
    expect(bookingAfter(on('BookingCompleted', { amountCents: null }))).toMatchObject({
      total_amount: 'Price Varies - Determined at Consultation',
    });
  });

  it('say what makes the amount and how it was paid, but no words that are erased', () => {
    const paid = on('BookingCompleted', {
      amountCents: 6_000,
      tipCents: 500,
      lines: [{ serviceId: HAIRCUT.id, cents: 5_000 }, { cents: 1_000 }],
      payments: [
        { method: 'cash', cents: 2_000 },
        { method: 'card', cents: 4_000 },
      ],
      personal: { texts: [null, 'Shampoo'] },
    });
    const first = { ...on('BookingCompleted', { amountCents: null }), at: '2026-11-24T20:00:00.000Z' };
    const shampoo = { service_id: null, cents: 1_000, text: 'Shampoo' };
    const lines = [{ service_id: HAIRCUT.id, cents: 5_000, text: null }, shampoo];
    expect(bookingAfter(first, paid)).toMatchObject({
      payment_method: null,
      payments: [
        { method: 'cash', cents: 2_000, tip_cents: 500 },
        { method: 'card', cents: 4_000, tip_cents: 0 },
      ],
      lines,
      completed_at: first.at,
    });
    const erased = [lines[0], { ...shampoo, text: null }];
    expect(bookingAfter(paid, on('BookingErased'))).toMatchObject({ lines: erased });
    expect(bookingAfter(on('BookingErased'), paid)).toMatchObject({ lines: erased });
    const open = on('BookingReopened', { status: 'confirmed', totalAmount: '$35.00' });
    expect(bookingAfter(paid, open)).toMatchObject({ payments: [], lines: [], completed_at: null });
    const unknown = on('BookingReopened', { status: 'completed', totalAmount: '$35.00' });
    expect(bookingAfter(first, paid, unknown)).toMatchObject({ payments: [], completed_at: first.at });
  });

  it('are pending again once their confirmation is undone', () => {
    expect(bookingAfter(on('BookingConfirmed'), on('BookingUnconfirmed'))).toMatchObject({
      status: 'pending',
      version: 3,
    });
  });

  it('have the status and the total of before once a completion, or its amount, is undone', () => {
    const totalAmount = 'Price Varies - Determined at Consultation';
    for (const status of ['confirmed', 'completed'])
      expect(
        bookingAfter(
          on('BookingCompleted', { amountCents: 6550 }),
          on('BookingReopened', { status, totalAmount }),
        ),
      ).toMatchObject({ status, total_amount: totalAmount, amount_cents: 0, version: 3 });
    const booked = on('BookingReopened', { status: 'pending', totalAmount: '$45.00' });
    expect(bookingAfter(on('BookingCompleted', { amountCents: null }), booked)).toMatchObject({
      status: 'pending',
      amount_cents: 4500,
    });
  });

  it('have the cents of the amount that staff booked for', () => {
    const { data } = requested;
    const [row] = rowsOf('bookings', { ...requested, data: { ...data, totalAmount: '$1265.05' } });
    expect(row).toMatchObject({ total_amount: '$1265.05', amount_cents: 126_505 });
  });

  it.each([
    ['admin', 'staff'],
    ['customer', 'customer'],
    ['system', 'system'],
  ])('say why, when and by whom they were cancelled: by an actor that is %s', (kind, by) => {
    const reason = { slotId: slot.slotId, reason: 'emergency', notice: 'none' };
    const at = '2026-11-21T09:00:00.000Z';
    const cancelled = { ...on('BookingCancelled', reason), at, actor: { kind } };
    expect(bookingAfter(cancelled)).toMatchObject({
      cancellation_reason: 'emergency',
      cancelled_at: at,
      cancelled_by: by,
    });
    const again = on('BookingReinstated', { ...from, slotId: moved.slotId, status: 'pending' });
    expect(bookingAfter(cancelled, again)).toMatchObject({
      cancellation_reason: null,
      cancelled_at: null,
      cancelled_by: null,
    });
  });

  it('follow the consent to messages', () => {
    const at = '2026-11-21T09:00:00.000Z';
    const change = { ...on('SmsConsentChanged', { smsConsent: false }), at, actor: { kind: 'admin' } };
    expect(bookingAfter(change)).toMatchObject({
      sms_consent: false,
      consent_at: at,
      consent_by: 'staff',
    });
  });

  it('have the corrected contact, which no code has proven', () => {
    const proven = { ...requested, data: { ...requested.data, provenContacts: ['sms', 'email'] } };
    const [{ customer_email: email } = { customer_email: null }] = rowsOf('bookings', proven);
    const personal = { email, phone: '(510) 555-0199', phoneE164: '+15105550199' };
    const corrected = on('BookingContactCorrected', { personal });
    const [row] = rowsOf('bookings', proven, corrected);
    expect(row).toMatchObject({
      customer_email: email,
      customer_phone: '(510) 555-0199',
      customer_phone_e164: '+15105550199',
      proven_contacts: ['email'],
      version: 2,
    });
    expect(row?.search_text).toContain('5105550199');
    expect(row?.search_text).toContain(row?.customer_name?.toString().toLowerCase());
    const [erased] = rowsOf('bookings', proven, on('BookingErased'), corrected);
    expect(erased).toMatchObject({ customer_phone: null, customer_email: null, search_text: null });
  });

  it('have the name of a walk-in once staff say it', () => {
    const walkIn = { ...requested, data: { ...requested.data, walkIn: true } };
    const personal = { email: null, phone: '', phoneE164: null, name: 'Wanda Walker' };
    const [row] = rowsOf('bookings', walkIn, on('BookingContactCorrected', { personal }));
    expect(row).toMatchObject({ walk_in: true, customer_name: 'Wanda Walker', customer_phone: '' });
    expect(row?.search_text).toContain('wanda');
  });

  it('have the time of an arrival until it is taken back, or until they are moved to another day', () => {
    const arrived = on('CustomerArrived');
    const row = bookingAfter(arrived, arrived);
    expect(row).toMatchObject({ arrived_at: expect.any(String), version: 1 });
    expect(bookingAfter(arrived, on('ArrivalTakenBack'))).toMatchObject({ arrived_at: null });
    const moveTo = (date: string) => on('BookingRescheduled', { ...slot, date, from: slot, notice: 'none' });
    expect(bookingAfter(arrived, moveTo(slot.date))).toMatchObject({ arrived_at: row?.arrived_at });
    expect(bookingAfter(arrived, moveTo('2026-12-01'))).toMatchObject({ arrived_at: null });
  });

  it('have the note on the visit as it was written last, which is no decision about them', () => {
    const noted = (text: string | null) => on('VisitNoted', { personal: { text } });
    expect(bookingAfter(noted('6N, 20 vol'), noted('7N, 20 vol'))).toMatchObject({
      visit_note: '7N, 20 vol',
      version: 1,
      revision: 2,
    });
    expect(bookingAfter(noted('6N'), noted(null))).toMatchObject({ visit_note: null });
    expect(bookingAfter(noted('6N'), on('BookingErased'))).toMatchObject({ visit_note: null });
    expect(bookingAfter(on('BookingErased'), noted('6N'))).toMatchObject({ visit_note: null });
  });

  it('do not count a fence as a decision, before the request or after', () => {
    const lapsed = on('SlotClaimLapsed', { slotId: randomUUID() });
    expect(rowsOf('bookings', lapsed)).toEqual([]);
    expect(rowsOf('bookings', lapsed, requested, lapsed, on('BookingConfirmed'))).toMatchObject([
      { version: 2, status: 'confirmed' },
    ]);
  });

  it('belong to the customer they were linked to last, which is no decision about them', () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const links = [first, second].map((customerId) => on('BookingLinked', { customerId }));
    expect(bookingAfter(...links, on('BookingConfirmed'))).toMatchObject({
      customer_id: second,
      version: 2,
      revision: 3,
    });
    expect(rowsOf('bookings', requested, on('BookingDeleted', { slotId: slot.slotId }), ...links)).toEqual(
      [],
    );
  });

  it('lose the person, and nothing else, when their customer is erased', () => {
    const [customerId, { personal: _, ...facts }] = [randomUUID(), requested.data];
    const linked = bookingAfter(on('BookingLinked', { customerId }));
    const erased = bookingAfter(on('BookingLinked', { customerId }), on('BookingErased'));
    expect(erased).toEqual({
      ...linked,
      customer_name: null,
      search_text: null,
      customer_email: null,
      customer_phone: null,
      customer_phone_e164: null,
      notes: null,
      is_erased: true,
      revision: 2,
    });
    expect(erased).toMatchObject({ start_minute: facts.start, status: facts.status });
  });

  it('are gone once deleted, also after later events', () => {
    const gone = [
      on('BookingDeleted', { slotId: slot.slotId }),
      on('SlotClaimLapsed', { slotId: randomUUID() }),
    ];
    expect(rowsOf('bookings', requested, ...gone)).toEqual([]);
  });
});
