import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { allProjections } from '../../projections/all.ts';
import { streamsOf } from '../../projections/engine/projection.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import {
  bookingRequested,
  customerRegistered,
  type Fact,
  hoursAdded,
  MARIA,
  MARIAS_CARD,
  onBooking,
  serviceAdded,
  slotAt,
  slotReleased,
  slotTaken,
} from './events.ts';
import { codes, rowsOf, tables } from './folding.ts';

const DAY = '2026-11-27';
const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

describe('availability by day', () => {
  /** No part of it is blocked, and it has the hours of every week. */
  const WEEKLY = { blocked_times: null, hours: null, stylist_hours: null };
  const first = slotAt(DAY, 540, 585);
  const second = slotAt(DAY, 600, 645);
  const agenda = (type: string, data: Fact['data']): Fact => ({ stream: `agenda-${DAY}`, type, data });
  const held = (holdId: string, start: number, end: number, expiresAt: string, at?: string): Fact => ({
    ...agenda('SlotHeld', { holdId, start, end, expiresAt }),
    ...(at && { at }),
  });
  const taken = ({ slotId, start, end }: typeof first) => [slotId, start, end];

  it('has the slots that are taken', () => {
    expect(rowsOf('availability_days', slotTaken(first), slotTaken(second))).toEqual([
      { date: DAY, taken: [taken(first), taken(second)], holds: [], block: null, ...WEEKLY },
    ]);
  });

  it('forgets what is released, and a day on which nothing is left', () => {
    expect(rowsOf('availability_days', slotTaken(first), slotTaken(second), slotReleased(first))).toEqual([
      { date: DAY, taken: [taken(second)], holds: [], block: null, ...WEEKLY },
    ]);
    expect(rowsOf('availability_days', slotTaken(first), slotReleased(first))).toEqual([]);
  });

  it('has holds until they are dropped, converted or overlapped by a taken slot', () => {
    const [dropped, converted, overlapped, kept] = [1, 2, 3, 4].map(() => randomUUID());
    const until = '2026-11-20T18:10:00.000Z';
    const rows = rowsOf(
      'availability_days',
      held(`${dropped}`, 900, 945, until),
      held(`${converted}`, 700, 745, until),
      held(`${overlapped}`, 560, 600, until),
      held(`${kept}`, 800, 845, until),
      agenda('SlotHoldDropped', { holdId: dropped }),
      agenda('SlotTaken', { ...second, fromHold: converted }),
      slotTaken(first),
    );
    expect(rows[0]?.holds).toEqual([{ holdId: kept, start: 800, end: 845, expiresAt: until }]);
  });

  it('clears away holds that ran out when the next one is made', () => {
    const next = randomUUID();
    const rows = rowsOf(
      'availability_days',
      held(randomUUID(), 540, 600, '2026-11-20T18:10:00.000Z', '2026-11-20T18:00:00.000Z'),
      held(next, 700, 760, '2026-11-20T18:30:00.000Z', '2026-11-20T18:20:00.000Z'),
    );
    expect(rows[0]?.holds).toMatchObject([{ holdId: next }]);
  });

  it('keeps a hold up to the moment at which it expires, and not at it', () => {
    const hold = (at: string) => held(randomUUID(), 700, 760, '2026-11-20T18:30:00.000Z', at);
    const expiring = held(randomUUID(), 540, 600, '2026-11-20T18:10:00.000Z', '2026-11-20T18:00:00.000Z');
    const holdsAfter = (at: string) => rowsOf('availability_days', expiring, hold(at))[0]?.holds;
    expect(holdsAfter('2026-11-20T18:09:59.999Z')).toHaveLength(2);
    expect(holdsAfter('2026-11-20T18:10:00.000Z')).toHaveLength(1);
  });

  it('is blocked until the block is lifted', () => {
    const blockId = randomUUID();
    const block = agenda('DateBlocked', { blockId, personal: { reason: 'Wedding' } });
    expect(rowsOf('availability_days', block)).toEqual([
      { date: DAY, taken: [], holds: [], block: blockId, ...WEEKLY },
    ]);
    const reason = agenda('BlockReasonChanged', { blockId, personal: { reason: 'Funeral' } });
    expect(rowsOf('availability_days', block, reason)).toMatchObject([{ block: blockId }]);
    const unblocked = agenda('DateUnblocked', { blockId });
    expect(rowsOf('availability_days', block, unblocked)).toEqual([]);
    expect(rowsOf('availability_days', slotTaken(first), block, unblocked)).toEqual([
      { date: DAY, taken: [taken(first)], holds: [], block: null, ...WEEKLY },
    ]);
  });
});

describe('the week and the catalogue', () => {
  const [hoursId, otherId] = [randomUUID(), randomUUID()];
  const onHours = (type: string, data: Fact['data']): Fact => ({ stream: 'hours', type, data });
  const onService = (type: string, data: Fact['data'] = {}): Fact => ({
    stream: 'service-updo',
    type,
    data: { serviceId: 'updo', ...data },
  });
  const week = [
    hoursAdded(2, 540, 1260, hoursId),
    hoursAdded(3, 540, 1260, otherId),
    onHours('HoursChanged', { hoursId, start: 600, end: 1200 }),
    onHours('HoursSwitched', { hoursId, isAvailable: false }),
    onHours('HoursRemoved', { hoursId: otherId }),
  ];
  const offer = { ...serviceAdded('updo').data, name: 'Up do', durationMinutes: 60 };
  const { active: _, ...changed }: Fact['data'] = {
    ...offer,
    name: "Up do's",
    durationMinutes: 75,
    priceText: null,
  };

  it('follows hours as they are added, changed, switched and removed', () => {
    expect(rowsOf('hours', ...week)).toEqual([
      { id: hoursId, day_of_week: 2, start_minute: 600, end_minute: 1200, is_available: false },
    ]);
  });

  it('has hours open as soon as they are added', () => {
    expect(rowsOf('hours', hoursAdded(2, 540, 600, hoursId))).toEqual([
      { id: hoursId, day_of_week: 2, start_minute: 540, end_minute: 600, is_available: true },
    ]);
    expect(rowsOf('availability_hours', hoursAdded(2, 540, 600, hoursId))).toEqual([
      { id: hoursId, day_of_week: 2, start_minute: 540, end_minute: 600, open: true },
    ]);
  });

  it('counts every decision about the week, which is one thing', () => {
    expect(rowsOf('hours_week', ...week)).toEqual([{ id: 'week', version: 5 }]);
  });

  it('keeps a copy of the hours for availability', () => {
    expect(rowsOf('availability_hours', ...week)).toEqual([
      { id: hoursId, day_of_week: 2, start_minute: 600, end_minute: 1200, open: false },
    ]);
  });

  it('brings removed hours and services back under their own ids', () => {
    const restored = { hoursId: otherId, dayOfWeek: 3, start: 540, end: 1260, isAvailable: false };
    const again = [...week, onHours('HoursRestored', restored)];
    const hours = { id: otherId, day_of_week: 3, start_minute: 540, end_minute: 1260 };
    expect(rowsOf('hours', ...again)).toContainEqual({ ...hours, is_available: false });
    expect(rowsOf('availability_hours', ...again)).toContainEqual({ ...hours, open: false });
    const added = [onService('ServiceAdded', offer), onService('ServiceRemoved')];
    const [before] = rowsOf('services', ...added.slice(0, 1));
    const back = [...added, onService('ServiceRestored', { ...offer, active: false })];
    expect(rowsOf('services', ...back)).toEqual([{ ...before, active: false, version: 3 }]);
    expect(rowsOf('availability_services', ...back)).toEqual([
      { id: 'updo', duration: 60, gap: null, active: false },
    ]);
  });

  it('passes over what happens to hours that are not there, and a second addition', () => {
    const data = { hoursId: randomUUID(), start: 1, end: 2, isAvailable: true };
    const strays = ['HoursChanged', 'HoursSwitched', 'HoursRemoved'].map((type) => onHours(type, data));
    const again = hoursAdded(5, 0, 60, hoursId);
    for (const table of ['hours', 'availability_hours']) {
      for (const event of [...strays, again])
        expect(rowsOf(table, ...week, event)).toEqual(rowsOf(table, ...week));
    }
  });

  it('passes over what happens to a service that is not there', () => {
    const types = ['ServiceChanged', 'ServiceActivated', 'ServiceDeactivated', 'ServiceRemoved'];
    for (const type of types) {
      expect(rowsOf('services', onService(type, changed))).toEqual([]);
      expect(rowsOf('availability_services', onService(type, changed))).toEqual([]);
    }
  });

  it('follows a service as it is added, changed and switched off and on', () => {
    const facts = [onService('ServiceAdded', offer), onService('ServiceDeactivated')];
    facts.push(onService('ServiceChanged', changed));
    expect(rowsOf('services', ...facts)).toEqual([
      {
        id: 'updo',
        name: "Up do's",
        description: '',
        category: 'Haircut',
        public_group: 'Haircuts',
        price_cents: 3500,
        price_text: null,
        duration_minutes: 75,
        gap: null,
        active: false,
        version: 3,
      },
    ]);
    const [before] = rowsOf('services', ...facts);
    const activated = [...facts, onService('ServiceActivated')];
    expect(rowsOf('services', ...activated)).toEqual([{ ...before, active: true, version: 4 }]);
    expect(rowsOf('services', ...activated, onService('ServiceDeactivated'))).toEqual([
      { ...before, version: 5 },
    ]);
    expect(rowsOf('services', ...facts, onService('ServiceRemoved'))).toEqual([]);
  });

  it('keeps a copy of the durations for availability', () => {
    const facts = [onService('ServiceAdded', offer), onService('ServiceDeactivated')];
    facts.push(onService('ServiceChanged', changed));
    const off = { id: 'updo', duration: 75, gap: null, active: false };
    expect(rowsOf('availability_services', ...facts)).toEqual([off]);
    const activated = [...facts, onService('ServiceActivated')];
    expect(rowsOf('availability_services', ...activated)).toEqual([{ ...off, active: true }]);
    expect(rowsOf('availability_services', ...activated, onService('ServiceDeactivated'))).toEqual([off]);
    expect(rowsOf('availability_services', ...facts, onService('ServiceRemoved'))).toEqual([]);
  });
});

describe('short links', () => {
  it('keep a hash of the code until the booking is deleted', () => {
    const slot = slotAt(DAY, 540, 585);
    const { bookingId } = slot;
    expect(rowsOf('short_links', bookingRequested(slot))).toEqual([
      { booking_id: bookingId, code_hash: `hash-code-${bookingId}` },
    ]);
    const deleted = onBooking(bookingId, 'BookingDeleted', { slotId: slot.slotId });
    expect(rowsOf('short_links', bookingRequested(slot), deleted)).toEqual([]);
  });
});

describe('every read model', () => {
  it('refuses an event that it does not know rather than passing over it', () => {
    const unknown = onBooking(randomUUID(), 'BookingTeleported');
    expect(() => rowsOf('bookings', unknown)).toThrow('BookingTeleported');
    expect(() => rowsOf('short_links', { ...unknown, type: 'BookingConfirmed', schemaVersion: 99 })).toThrow(
      'version 99',
    );
  });

  it('has personal parts opened for it exactly when its rows depend on them', () => {
    const slot = slotAt(DAY, 540, 585);
    const blockId = randomUUID();
    const facts = (
      person: unknown,
      reason: unknown,
      card: unknown = ERASED,
      review: unknown = ERASED,
      stylist: unknown = ERASED,
    ): readonly Fact[] => [
      { stream: `review-${randomUUID()}`, type: 'ReviewAdded', data: { rating: 5, personal: review } },
      {
        stream: `stylist-${randomUUID()}`,
        type: 'StylistAdded',
        data: { services: null, order: 1, online: true, personal: stylist },
      },
      customerRegistered(slot.bookingId, card),
      slotTaken(slot),
      bookingRequested(slot, person),
      { stream: `agenda-${DAY}`, type: 'DateBlocked', data: { blockId, personal: reason } },
      {
        stream: `agenda-${DAY}`,
        type: 'TimeBlocked',
        data: { blockId: randomUUID(), start: 720, end: 780, personal: reason },
      },
    ];
    const stylist = { name: 'Maria', title: '' };
    const review = { name: 'Maria', location: null, service: null, text: 'Lovely.' };
    const opened = facts(MARIA, { reason: 'Wedding' }, MARIAS_CARD, review, stylist);
    const erased = facts(ERASED, ERASED);
    for (const { name, tables: own, readsPersonal = false } of allProjections(codes)) {
      const rows = (of: readonly Fact[]) => own.map((table) => rowsOf(table.name, ...of));
      // Every event has a new id.
      const text = (of: readonly Fact[]) => JSON.stringify(rows(of)).replace(UUIDS, 'id');
      const depends = text(opened) !== text(erased);
      expect([name, readsPersonal]).toEqual([name, depends]);
    }
  });

  it('is handed the streams of its tables, each kind once', () => {
    const [own] = allProjections(codes).filter(({ name }) => name === 'availability');
    if (!own) throw new Error('there is a read model of availability');
    expect(streamsOf([own])).toEqual(['agenda-', 'hours', 'service-', 'stylist-']);
    expect([...streamsOf(allProjections(codes))].sort()).toEqual([
      'agenda-',
      'booking-',
      'connections',
      'customer-',
      'hours',
      'mails-',
      'merges',
      'messages-',
      'review-',
      'salon',
      'service-',
      'stylist-',
    ]);
  });

  it('has a name, and tables with names, of its own', () => {
    const names = allProjections(codes).flatMap(({ name, tables: own }) => [name, ...own.map((t) => t.name)]);
    const models = allProjections(codes).map(({ name }) => name);
    expect(new Set(models).size).toBe(models.length);
    expect(tables.size).toBe(names.length - models.length);
  });
});
