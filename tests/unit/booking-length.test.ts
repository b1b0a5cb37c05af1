import { describe, expect, it } from 'vitest';
import { type BookingCommand, bookingDecider } from '../../src/features/booking/appointment/decider.ts';
import type { BookedService, BookingEvent } from '../../src/features/booking/appointment/events.ts';
import { hasGivenUp } from '../../src/features/booking/appointment/state.ts';
import { PUBLIC_TOTAL_AMOUNT } from '../../src/salon/money.ts';
import {
  cancelled,
  complete,
  completed,
  given,
  hoursBefore,
  lapsed,
  NEXT_SLOT,
  requested,
  SLOT,
  slot,
  THIRD_SLOT,
} from '../support/booking/booking-facts.ts';

const none = { notice: { kind: 'none' } } as const;
const longer = { ...slot, slotId: NEXT_SLOT, end: 690 };
const shorter = { ...slot, slotId: THIRD_SLOT, end: 630 };
const toner: BookedService = {
  id: 'toner',
  name: 'Toner',
  price: '$35.00',
  priceCents: 3_500,
  pricedByStaff: true,
  duration: 30,
};
const lengthChanged = (to: typeof longer, from: typeof longer = slot): BookingEvent => ({
  type: 'BookingLengthChanged',
  data: { ...to, from, notice: 'none' },
});
const services = [...requested().data.services, toner];
const servicesChanged: BookingEvent = {
  type: 'BookingServicesChanged',
  data: { services, totalAmount: PUBLIC_TOTAL_AMOUNT, notice: 'none' },
};

describe('changing the length', () => {
  const change: BookingCommand = { kind: 'ChangeLength', slot: longer, ...none };

  it('claims a slot of the same start, and says which slot it leaves', () => {
    given(requested()).when(change).thenRecords(lengthChanged(longer));
    given(requested(), lengthChanged(longer))
      .when({ ...change, slot: shorter })
      .thenRecords(lengthChanged(shorter, longer));
  });

  it('refuses the length that it has, a claim that has lapsed, and an appointment that is over', () => {
    given(requested(), lengthChanged(longer))
      .when({ ...change, slot: { ...longer, slotId: THIRD_SLOT } })
      .thenRefuses('same-length');
    given(requested(), lapsed(NEXT_SLOT)).when(change).thenRefuses('slot-id-used');
    given(requested(), cancelled()).when(change).thenRefuses('already-cancelled');
    given(requested(), completed).when(change).thenRefuses('already-completed');
    given().when(change).thenRefuses('booking-not-found');
  });
});

describe('changing the services', () => {
  const change = (to?: typeof longer): BookingCommand => ({
    kind: 'ChangeServices',
    services,
    totalAmount: PUBLIC_TOTAL_AMOUNT,
    slot: to,
    ...none,
  });

  it('claims the other length first, in one decision', () => {
    given(requested()).when(change(longer)).thenRecords(lengthChanged(longer), servicesChanged);
    given(requested()).when(change()).thenRecords(servicesChanged);
  });

  it('refuses the services and prices that it has', () => {
    given(requested(), servicesChanged).when(change()).thenRefuses('same-services');
    given(requested(), completed).when(change(longer)).thenRefuses('already-completed');
  });
});

describe('the ids of events', () => {
  const named = ({ data, ...event }: BookingEvent, different: object) =>
    bookingDecider.discriminatorOf?.({ ...event, data: { ...data, ...different } } as BookingEvent);

  it('name prices, and who is told, since two tries may find others', () => {
    const dearer = { services: services.map((service) => ({ ...service, priceCents: 1 })) };
    for (const event of [servicesChanged, requested()])
      expect(named(event, dearer)).not.toBe(named(event, {}));
    for (const told of [{ notice: 'template' }, { mail: 'template' }])
      for (const event of [servicesChanged, lengthChanged(longer)])
        expect(named(event, told)).not.toBe(named(event, {}));
  });
});

describe('a slot that was given up', () => {
  it('is one that the booking had and does not occupy any more', () => {
    const state = [requested(), lengthChanged(longer)].reduce(
      bookingDecider.evolve,
      bookingDecider.initialState(),
    );
    expect([SLOT, NEXT_SLOT, THIRD_SLOT].map((slotId) => hasGivenUp(state, slotId))).toEqual([
      true,
      false,
      false,
    ]);
    const gone = [requested(), cancelled()].reduce(bookingDecider.evolve, bookingDecider.initialState());
    expect(hasGivenUp(gone, SLOT)).toBe(true);
  });
});

describe('completing before the end', () => {
  const early = { ...complete(hoursBefore(-0.5)), slot: shorter } as BookingCommand;

  it('claims the shorter slot and completes in one decision', () => {
    given(requested())
      .when(early)
      .thenRecords(lengthChanged(shorter), { type: 'BookingCompleted', data: { amountCents: null } });
  });

  it('is undone by the time before, or without it', () => {
    const history = [requested(), lengthChanged(shorter), completed] as const;
    const reopened: BookingEvent = {
      type: 'BookingReopened',
      data: { status: 'pending', totalAmount: PUBLIC_TOTAL_AMOUNT },
    };
    const back = { ...slot, slotId: NEXT_SLOT };
    given(...history)
      .when({ kind: 'ReopenBooking', slot: back })
      .thenRecords(lengthChanged(back, shorter), reopened);
    given(...history)
      .when({ kind: 'ReopenBooking' })
      .thenRecords(reopened);
  });
});
