import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeStream } from '../../projections/history/describe.ts';
import { bookingRequested, type Fact, onBooking, recorded, slotAt } from './events.ts';

/** Histories name a team's stylists by their names of today. */

const DAY = '2026-11-27';
const ANN = randomUUID();
const names = {
  stylist: (id: string) => ({ stylist: id === ANN ? 'Ann' : 'Bea' }),
  service: (id: string) => (id === 'perm' ? 'Perm' : id),
};

function told(...facts: readonly Fact[]) {
  const events = recorded(facts);
  const descriptions = describeStream(facts[0]?.stream ?? '', events, names);
  return events.map(({ id }) => descriptions.get(id)?.changes);
}
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });
const ofAnn = change('stylist', 'Ann', 'Ann');

it('says with whom an appointment is, and to whom it was handed over', () => {
  const { bookingId, ...slot } = slotAt(DAY, 540, 585);
  const byAnn = { ...slot, parts: [{ resource: ANN, start: 540, end: 585 }] };
  const [requested, handedOver] = told(
    bookingRequested({ ...slot, bookingId }),
    onBooking(bookingId, 'BookingRescheduled', {
      ...byAnn,
      slotId: randomUUID(),
      from: slot,
      notice: 'none',
    }),
  );
  expect(requested).toContainEqual(change('stylist', null, 'Bea'));
  expect(handedOver).toEqual([change('stylist', 'Bea', 'Ann')]);
});

it('says whose a block and the hours of a date are', () => {
  const agenda = (type: string, data: Fact['data']): Fact => ({ stream: `agenda-${DAY}`, type, data });
  const blockId = randomUUID();
  const shown = told(
    agenda('TimeBlocked', { blockId, resource: ANN, start: 720, end: 780, personal: { reason: 'Lunch' } }),
    agenda('BlockedTimeMoved', { blockId, start: 720, end: 800 }),
    agenda('BlockReasonChanged', { blockId, personal: { reason: 'Tea' } }),
    agenda('TimeUnblocked', { blockId }),
    agenda('DayHoursSet', { resource: ANN, windows: [] }),
    agenda('DayHoursCleared', { resource: ANN }),
  );
  for (const changes of shown) expect(changes).toContainEqual(ofAnn);
  expect(shown[4]).toContainEqual(change('windows', null, 'None'));
});

it('names the services of a stylist', () => {
  const card = { personal: { name: 'Ann', title: '' }, order: 1, online: true };
  const stream = `stylist-${ANN}`;
  const [, changed] = told(
    { stream, type: 'StylistAdded', data: { ...card, services: null } },
    { stream, type: 'StylistChanged', data: { ...card, services: [{ id: 'perm', minutes: 90 }] } },
  );
  expect(changed).toContainEqual(change('does', 'All services', ['Perm · 90 minutes']));
});
