import { describe, expect, it } from 'vitest';
import type { BookingCommand } from '../../../src/features/booking/appointment/decider.ts';
import type { BookingEvent, Paid } from '../../../src/features/booking/appointment/events.ts';
import { serviceDecider } from '../../../src/features/catalogue/decider.ts';
import type { Offer, ServiceEvent } from '../../../src/features/catalogue/events.ts';
import { hoursDecider } from '../../../src/features/hours/decider.ts';
import type { HoursEvent } from '../../../src/features/hours/events.ts';
import { PUBLIC_TOTAL_AMOUNT } from '../../../src/salon/money.ts';
import {
  BLOCK,
  blocked,
  given as givenDay,
  MINE,
  OTHER_SLOT,
  released,
  SLOT as TAKEN,
  taken,
  unblocked,
} from '../../support/booking/agenda-facts.ts';
import {
  cancel,
  cancelled,
  complete,
  completed,
  confirmed,
  deleted,
  given,
  hoursBefore,
  requested,
  rescheduled,
  SLOT,
} from '../../support/booking/booking-facts.ts';
import { specOf } from '../../support/log/decider-spec.ts';

describe('undoing a confirmation', () => {
  const unconfirm: BookingCommand = { kind: 'UnconfirmBooking' };
  const unconfirmed: BookingEvent = { type: 'BookingUnconfirmed', data: {} };

  it('leaves the booking pending as it was', () => {
    given(requested(), confirmed).when(unconfirm).thenRecords(unconfirmed);
    expect(given(requested(), confirmed, unconfirmed).state).toEqual(given(requested()).state);
  });

  it('lets it be confirmed again, and a cancellation remembers that it was pending', () => {
    given(requested(), confirmed, unconfirmed).when({ kind: 'ConfirmBooking' }).thenRecords(confirmed);
    expect(given(requested(), confirmed, unconfirmed, cancelled()).state).toMatchObject({
      before: 'pending',
    });
  });

  it.each([
    ['pending', [requested()], 'undo-overtaken'],
    ['cancelled', [requested(), confirmed, cancelled()], 'already-cancelled'],
    ['completed', [requested(), confirmed, completed], 'already-completed'],
    ['deleted', [requested(), confirmed, deleted()], 'booking-not-found'],
    ['unknown', [], 'booking-not-found'],
  ] as const)('is refused where the booking is %s', (_, history, code) => {
    given(...history)
      .when(unconfirm)
      .thenRefuses(code);
  });

  it('can follow nothing but a confirmed booking', () => {
    expect(() => given(requested(), unconfirmed)).toThrow("can't follow a booking that is pending");
  });
});

describe('undoing a completion', () => {
  const reopen: BookingCommand = { kind: 'ReopenBooking' };
  const paid = (amountCents: number | null, how: Partial<Paid> = {}): BookingEvent => ({
    type: 'BookingCompleted',
    data: { amountCents, ...how },
  });
  type Reopened = Extract<BookingEvent, { type: 'BookingReopened' }>;
  const reopened = (status: Reopened['data']['status']): Reopened => ({
    type: 'BookingReopened',
    data: { status, totalAmount: PUBLIC_TOTAL_AMOUNT },
  });

  it.each(['pending', 'confirmed'] as const)('opens one again that was %s, with its total', (status) => {
    for (const amount of [null, 6_500]) {
      given(requested(status), paid(amount)).when(reopen).thenRecords(reopened(status));
      expect(given(requested(status), paid(amount), reopened(status)).state).toEqual(
        given(requested(status)).state,
      );
    }
  });

  it('brings back the amount before the last correction', () => {
    given(requested(), paid(6_500), paid(7_000)).when(reopen).thenRecords(paid(6_500));
    given(requested(), paid(null), paid(0), paid(7_000)).when(reopen).thenRecords(paid(0));
  });

  it('brings back how it was paid, and the tip', () => {
    const card = { method: 'card', tipCents: 1_000 } as const;
    given(requested(), paid(6_500, card), paid(6_500, { method: 'cash' }))
      .when(reopen)
      .thenRecords(paid(6_500, card));
    given(requested(), paid(6_500), paid(6_500, card)).when(reopen).thenRecords(paid(6_500));
    given(requested(), paid(6_500, card)).when(reopen).thenRecords(reopened('pending'));
    expect(given(requested(), paid(null), paid(6_500, card), reopened('completed')).state).toEqual({
      ...given(requested(), paid(null)).state,
      paidBefore: { amountCents: 6_500, ...card },
    });
  });

  it('brings back that no amount was known', () => {
    given(requested(), paid(null), paid(6_500)).when(reopen).thenRecords(reopened('completed'));
    expect(given(requested(), paid(null), paid(6_500), reopened('completed')).state).toMatchObject({
      status: 'completed',
      amountCents: null,
      before: 'pending',
    });
  });

  it('lets the appointment be moved, cancelled and completed again', () => {
    const again = [requested(), paid(6_500), reopened('pending')] as const;
    given(...again, rescheduled)
      .when(complete(hoursBefore(-48), 7_000))
      .thenRecords(paid(7_000));
    given(...again)
      .when(cancel())
      .thenRecords({
        type: 'BookingCancelled',
        data: { slotId: SLOT, reason: 'other', notice: 'none' },
      });
    given(...again, paid(7_000))
      .when(reopen)
      .thenRecords(reopened('pending'));
  });

  it.each([
    ['pending', [requested()], 'undo-overtaken'],
    ['cancelled', [requested(), cancelled()], 'undo-overtaken'],
    ['deleted', [requested(), completed, deleted()], 'booking-not-found'],
    ['unknown', [], 'booking-not-found'],
  ] as const)('is refused where the booking is %s', (_, history, code) => {
    given(...history)
      .when(reopen)
      .thenRefuses(code);
  });

  it('can follow nothing but a completed booking', () => {
    expect(() => given(requested(), reopened('pending'))).toThrow("can't follow a booking that is pending");
  });
});

describe('undoing that a date was opened again', () => {
  const again = (...slotIds: readonly string[]) =>
    ({ kind: 'BlockDateAgain', blockId: BLOCK, reason: 'Holiday', slotIds: new Set(slotIds) }) as const;

  it('blocks it again under the same id, with the appointments that were there', () => {
    givenDay(blocked, unblocked).when(again()).thenRecords(blocked);
    givenDay(taken(), blocked, unblocked).when(again(TAKEN)).thenRecords(blocked);
  });

  it('is refused once somebody has been given a time there', () => {
    givenDay(taken(), blocked, unblocked, taken(OTHER_SLOT, MINE, 720, 780))
      .when(again(TAKEN))
      .thenRefuses('slot-taken');
    givenDay(blocked, unblocked, taken(), released()).when(again()).thenRecords(blocked);
  });

  it('is refused where it is blocked already', () => {
    givenDay(blocked).when(again()).thenRefuses('already-blocked');
  });
});

describe('undoing that hours were removed', () => {
  const { given: givenWeek } = specOf(hoursDecider);
  const hoursId = '00000000-0000-4000-8000-000000000001';
  const other = '00000000-0000-4000-8000-000000000002';
  const tuesday = { hoursId, dayOfWeek: 2, start: 540, end: 780 };
  const added: HoursEvent = { type: 'HoursAdded', data: tuesday };
  const off: HoursEvent = { type: 'HoursSwitched', data: { hoursId, isAvailable: false } };
  const removed: HoursEvent = { type: 'HoursRemoved', data: { hoursId } };
  const restored = (isAvailable = true): HoursEvent => ({
    type: 'HoursRestored',
    data: { ...tuesday, isAvailable },
  });
  const putBack = (isAvailable = true) => {
    const { dayOfWeek, start, end } = tuesday;
    return {
      kind: 'PutBackHours',
      hours: new Map([[hoursId, { dayOfWeek, start, end, isAvailable }]]),
    } as const;
  };

  it('brings them back under their own id, as they were', () => {
    givenWeek(added, removed).when(putBack()).thenRecords(restored());
    givenWeek(added, off, removed).when(putBack(false)).thenRecords(restored(false));
    expect(givenWeek(added, off, removed, restored(false)).state.week).toEqual(
      givenWeek(added, off).state.week,
    );
    givenWeek(added, removed, restored()).when({ kind: 'RemoveHours', hoursId }).thenRecords(removed);
  });

  it('is refused where other hours are there by now, and changes nothing once it is done', () => {
    const others: HoursEvent = { type: 'HoursAdded', data: { ...tuesday, hoursId: other, start: 600 } };
    givenWeek(added, removed, others).when(putBack()).thenRefuses('hours-overlap');
    givenWeek(added, removed, restored()).when(putBack()).thenChangesNothing();
  });

  it('can follow nothing but a removal', () => {
    expect(() => givenWeek(added, restored())).toThrow('were not removed before');
  });
});

describe('undoing that a service was removed', () => {
  const { given: givenService } = specOf(serviceDecider);
  const serviceId = 'mens-haircut';
  const offer: Offer = {
    name: "Men's Haircut",
    description: '',
    category: 'Haircut',
    publicGroup: 'Haircuts',
    priceCents: 3500,
    priceText: null,
    durationMinutes: 45,
  };
  const added: ServiceEvent = { type: 'ServiceAdded', data: { serviceId, ...offer, active: true } };
  const off: ServiceEvent = { type: 'ServiceDeactivated', data: { serviceId } };
  const removed: ServiceEvent = { type: 'ServiceRemoved', data: { serviceId } };
  const restored = (active = true): ServiceEvent => ({
    type: 'ServiceRestored',
    data: { serviceId, ...offer, active },
  });
  const restore = { kind: 'RestoreService', serviceId } as const;

  it('brings it back under its own id, as it was', () => {
    givenService(added, removed).when(restore).thenRecords(restored());
    givenService(added, off, removed).when(restore).thenRecords(restored(false));
    expect(givenService(added, off, removed, restored(false)).state).toEqual(givenService(added, off).state);
  });

  it('is refused where it was not removed', () => {
    givenService(added).when(restore).thenRefuses('undo-overtaken');
    givenService(added, removed, restored()).when(restore).thenRefuses('undo-overtaken');
    givenService().when(restore).thenRefuses('undo-overtaken');
  });

  it('can follow nothing but a removal', () => {
    expect(() => givenService(added, restored())).toThrow("can't follow a service that is active");
  });
});
