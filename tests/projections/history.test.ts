import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeStream } from '../../projections/history/describe.ts';
import { HISTORY_EVENT_TYPES } from '../../projections/history/kinds.ts';
import { history } from '../../projections/history/projection.ts';
import {
  actorWords,
  EVENT_WORDS,
  FIELD_WORDS,
  UNTOLD_FIELDS,
} from '../../src/contracts/history/history-words.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { ONE_STYLIST } from '../support/log/one-stylist.ts';
import {
  bookingRequested,
  type Fact,
  hoursAdded,
  MARIA,
  onBooking,
  recorded,
  serviceAdded,
  slotAt,
  slotTaken,
} from './events.ts';
import { rowsOf } from './folding.ts';

const [DAY, NEXT_DAY] = ['2026-11-27', '2026-11-28'];

function told(...facts: readonly Fact[]) {
  const events = recorded(facts);
  const descriptions = describeStream(facts[0]?.stream ?? '', events, ONE_STYLIST);
  return events.map(({ id }) => descriptions.get(id));
}
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });

describe('the history of a booking', () => {
  const first = slotAt(DAY, 540, 585);
  const { bookingId } = first;
  const second = { ...slotAt(NEXT_DAY, 600, 645), bookingId };
  const requested = bookingRequested(first);
  const { bookingId: _, ...from } = first;
  const { bookingId: __, ...to } = second;
  const moved = (notice: object) => onBooking(bookingId, 'BookingRescheduled', { ...to, from, ...notice });
  const cancelled = (more: object) =>
    onBooking(bookingId, 'BookingCancelled', { slotId: second.slotId, reason: 'no_show', ...more });

  it('begins with everything that was asked for', () => {
    const [entry] = told(requested);
    expect(entry?.erased).toBe(false);
    expect(entry?.changes).toEqual(
      expect.arrayContaining([
        change('appointment_date', null, DAY),
        change('appointment_time', null, '9:00 AM'),
        change('services', null, ["Men's Haircut"]),
        change('customer_name', null, MARIA.name),
        change('notes', null, MARIA.notes),
        change('status', null, 'pending'),
      ]),
    );
  });

  it('gives each change its values before and after, and the words that came with it', () => {
    const facts = [
      requested,
      onBooking(bookingId, 'BookingConfirmed'),
      moved({ notice: 'custom', personal: { message: 'Sorry!' } }),
      cancelled({ notice: 'template' }),
      onBooking(bookingId, 'BookingReinstated', { ...to, slotId: randomUUID(), status: 'confirmed' }),
      onBooking(bookingId, 'SmsConsentChanged', { smsConsent: false }),
      onBooking(bookingId, 'BookingCompleted', { amountCents: 4500 }),
      onBooking(bookingId, 'BookingCompleted', { amountCents: 5400 }),
      onBooking(bookingId, 'BookingDeleted', { slotId: second.slotId }),
    ];
    const [, ...changes] = told(...facts).map((entry) => entry?.changes);
    expect(changes).toEqual([
      [change('status', 'pending', 'confirmed')],
      [
        change('message', null, 'Sorry!'),
        change('appointment_date', DAY, NEXT_DAY),
        change('appointment_time', '9:00 AM', '10:00 AM'),
      ],
      [
        change('cancellation_reason', null, 'no_show'),
        change('notice', null, 'template'),
        change('status', 'confirmed', 'cancelled'),
      ],
      [change('status', 'cancelled', 'confirmed')],
      [change('sms_consent', true, false)],
      [change('total_amount', expect.anything(), '$45.00'), change('status', 'confirmed', 'completed')],
      [change('total_amount', '$45.00', '$54.00')],
      [],
    ]);
  });

  it('says that a person was erased, and keeps the rest', () => {
    const [entry, move] = told(
      { ...requested, data: { ...requested.data, personal: ERASED } },
      moved({ notice: 'custom', personal: ERASED }),
    );
    expect(entry?.erased).toBe(true);
    const fields = entry?.changes.map(({ field }) => field);
    expect(fields).toContain('appointment_time');
    for (const field of ['customer_name', 'customer_email', 'customer_phone', 'notes'])
      expect(fields).not.toContain(field);
    expect(move).toMatchObject({ erased: true });
    expect(move?.changes).toContainEqual(change('notice', null, 'custom'));
  });

  it('tells whose it is', () => {
    const [mine, theirs] = [randomUUID(), randomUUID()];
    const linked = (customerId: string) => onBooking(bookingId, 'BookingLinked', { customerId });
    const [, , last] = told(requested, linked(mine), linked(theirs));
    expect(last?.changes).toEqual([change('customer_id', mine, theirs)]);
  });
});

describe('the history of hours and services', () => {
  it('says on which weekday hours were changed', () => {
    const [hoursId, otherId] = [randomUUID(), randomUUID()];
    const onHours = (type: string, data: Fact['data']): Fact => ({ stream: 'hours', type, data });
    const tuesday = change('day_of_week', 2, 2);
    const times = [change('start_time', '10:00', '10:00'), change('end_time', '21:00', '21:00')];
    const all = told(
      hoursAdded(2, 540, 1260, hoursId),
      hoursAdded(3, 600, 1200, otherId),
      onHours('HoursChanged', { hoursId, start: 600, end: 1260 }),
      onHours('HoursSwitched', { hoursId, isAvailable: false }),
      onHours('HoursRemoved', { hoursId }),
    ).map((entry) => entry?.changes);
    expect(all.slice(2)).toEqual([
      // A day's hours name both times, even if only one changed.
      [tuesday, change('end_time', '21:00', '21:00'), change('start_time', '09:00', '10:00')],
      [tuesday, ...times, change('is_available', true, false)],
      [tuesday, ...times],
    ]);
  });

  it('shows what a service cost before', () => {
    const added = serviceAdded('updo');
    const { active: _, ...offer }: Fact['data'] = added.data;
    const on = (type: string, data: Fact['data'] = {}): Fact => ({
      ...added,
      type,
      data: { serviceId: 'updo', ...data },
    });
    const [, changed, off, removed] = told(
      added,
      on('ServiceChanged', { ...offer, priceCents: 9000, priceText: 'from $90' }),
      on('ServiceDeactivated'),
      on('ServiceRemoved'),
    );
    expect(changed?.changes).toEqual([
      change('price', '$35.00', '$90.00'),
      change('price_text', expect.anything(), 'from $90'),
    ]);
    expect(off?.changes).toEqual([change('active', true, false)]);
    expect(removed?.changes).toEqual([]);
  });
});

describe('the history of a customer', () => {
  const customerId = randomUUID();
  const bookingId = randomUUID();
  const on = (type: string, data: Fact['data'] = {}): Fact => ({
    stream: `customer-${customerId}`,
    type,
    data,
  });
  const phones = [{ phone: '925-555-0100', phoneE164: '+19255550100' }];
  const card = { name: 'Maria', emails: [], phones, birthdayMonth: null, birthdayDay: null, notes: null };

  it('tells which contacts were learnt and which fields were edited', () => {
    const [, learnt, changed, erased] = told(
      on('CustomerRegistered', { bookingId, since: '2026-11-20T18:00:00.000Z', personal: card }),
      on('CustomerContactAdded', { bookingId, personal: { emails: ['m@example.com'], phones: [] } }),
      on('CustomerChanged', {
        version: 3,
        personal: { ...card, emails: ['m@example.com'], birthdayMonth: 5, birthdayDay: 1 },
      }),
      on('CustomerErased'),
    );
    expect(learnt?.changes).toEqual([
      change('booking_id', bookingId, bookingId),
      change('emails', [], ['m@example.com']),
    ]);
    expect(changed?.changes).toEqual([change('birthday', null, 'May 1')]);
    expect(erased?.changes).toEqual([]);
  });

  it('describes merges, and with a split the merge that it ends', () => {
    const [from, into, mergeId] = [randomUUID(), randomUUID(), randomUUID()];
    const onMerges = (type: string, data: Fact['data']): Fact => ({ stream: 'merges', type, data });
    const facts = [
      onMerges('CustomersMerged', { mergeId, from, into }),
      onMerges('CustomersSplit', { mergeId }),
    ];
    for (const entry of told(...facts))
      expect(entry?.changes).toEqual([change('customer_id', from, from), change('merged_into', into, into)]);
    expect(rowsOf('history_merges', ...facts)).toEqual([{ id: mergeId, from_id: from, into_id: into }]);
    expect(rowsOf('history', ...facts)).toMatchObject([
      { thing: from, customer_id: from, other_customer_id: into, merge_id: null },
      { merge_id: mergeId },
    ]);
  });
});

it('a row of the history holds no personal text of its event', () => {
  const slot = slotAt(DAY, 540, 585);
  const rows = rowsOf('history', bookingRequested(slot), slotTaken(slot));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({ kind: 'booking', thing: slot.bookingId, day: DAY, revision: 0 });
  expect(rows[1]).toMatchObject({ kind: 'day', thing: DAY, day: null });
  for (const text of [MARIA.name, MARIA.phone, MARIA.email]) expect(JSON.stringify(rows)).not.toContain(text);
  expect(history.readsPersonal).toBeUndefined();
});

describe('the words of a history', () => {
  it('has some for every event', () => {
    expect(Object.keys(EVENT_WORDS).toSorted()).toEqual(Object.keys(HISTORY_EVENT_TYPES).toSorted());
  });

  it('has some for every field that an event can change or mention, but those that say nothing to people', () => {
    const fixtures: readonly Fact[] = JSON.parse(
      readFileSync(new URL('../support/log/event-fixtures.json', import.meta.url), 'utf8'),
    );
    const streams = {
      Booking: `booking-${randomUUID()}`,
      Sms: `booking-${randomUUID()}`,
      SlotClaim: `booking-${randomUUID()}`,
      Visit: `booking-${randomUUID()}`,
      Slot: `agenda-${DAY}`,
      Date: `agenda-${DAY}`,
      Block: `agenda-${DAY}`,
      Time: `agenda-${DAY}`,
      Day: `agenda-${DAY}`,
      Service: 'service-updo',
      Hours: 'hours',
      CustomerArrived: `booking-${randomUUID()}`,
      Arrival: `booking-${randomUUID()}`,
      Customers: 'merges',
      Customer: `customer-${randomUUID()}`,
      Message: `messages-${randomUUID()}`,
      Reply: `messages-${randomUUID()}`,
      Review: `review-${randomUUID()}`,
      Stylist: `stylist-${randomUUID()}`,
    };
    const streamOf = ({ type }: Fact) =>
      Object.entries(streams).find(([start]) => type.startsWith(start))?.[1];
    const fields = new Set<string>();
    for (const fixture of fixtures) {
      const stream = streamOf(fixture);
      if (stream === undefined) continue;
      for (const entry of told({ ...fixture, stream }))
        for (const { field } of entry?.changes ?? []) fields.add(field);
    }
    expect(fields.size).toBeGreaterThan(25);
    expect([...fields].filter((field) => field in FIELD_WORDS === UNTOLD_FIELDS.has(field))).toEqual([]);
  });

  it('says who did it', () => {
    expect(actorWords({ kind: 'admin', user_id: 'x', name: 'Bea Stone' })).toBe('Bea Stone');
    expect(actorWords({ kind: 'admin', user_id: 'x', name: null })).toBe('A former administrator');
    expect(actorWords({ kind: 'customer' })).toBe('Customer');
    expect(actorWords({ kind: 'system', process: 'something-new' })).toContain('something-new');
  });
});
