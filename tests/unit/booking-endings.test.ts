import { describe, expect, it } from 'vitest';
import { CancellationReason } from '../../src/contracts/bookings/bookings.ts';
import type { BookingCommand } from '../../src/features/booking/appointment/decider.ts';
import type { BookingEvent } from '../../src/features/booking/appointment/events.ts';
import { isLive } from '../../src/features/booking/appointment/state.ts';
import {
  cancel,
  cancelled,
  complete,
  completed,
  confirmed,
  consent,
  customer,
  deleted,
  given,
  hoursBefore,
  id,
  lapsed,
  NEXT_SLOT,
  reinstate,
  reinstated,
  requested,
  rescheduled,
  SLOT,
  slot,
  staff,
  startsAt,
  THIRD_SLOT,
} from '../support/booking/booking-facts.ts';

describe('cancelling', () => {
  // Spec: 3.cancellation-reasons
  it.each(CancellationReason.options)('records the reason %s', (reason) => {
    given(requested())
      .when({ kind: 'CancelBooking', reason, ...staff })
      .thenRecords({ type: 'BookingCancelled', data: { slotId: SLOT, reason, notice: 'none' } });
  });

  it.each([
    ['cancelled', [requested(), cancelled()], 'already-cancelled'],
    ['completed', [requested(), completed], 'already-completed'],
    ['deleted', [requested(), deleted()], 'booking-not-found'],
    ['unknown', [], 'booking-not-found'],
  ] as const)('refuses a booking that is %s', (_, history, code) => {
    given(...history)
      .when(cancel())
      .thenRefuses(code);
  });

  it('gives up the slot that the booking occupies now', () => {
    given(requested(), rescheduled)
      .when(cancel())
      .thenRecords({
        type: 'BookingCancelled',
        data: { slotId: NEXT_SLOT, reason: 'other', notice: 'none' },
      });
  });

  it('is open to the customer until exactly 4 hours before the start, and sends them the template', () => {
    given(requested())
      .when(cancel(customer(hoursBefore(4))))
      .thenRecords({ type: 'BookingCancelled', data: { slotId: SLOT, reason: 'other', notice: 'template' } });
    given(requested())
      .when(cancel(customer(hoursBefore(3.99))))
      .thenRefuses('self-service-closed');
    given(requested())
      .when(cancel(customer(hoursBefore(-1))))
      .thenRefuses('self-service-closed');
  });

  it("carries the staff's own words as personal", () => {
    given(requested())
      .when(cancel({ ...staff, notice: { kind: 'custom', message: 'See you soon' } }))
      .thenRecords({
        type: 'BookingCancelled',
        data: { slotId: SLOT, reason: 'other', notice: 'custom', personal: { message: 'See you soon' } },
      });
  });
});

describe('reinstating', () => {
  it.each(['pending', 'confirmed'] as const)(
    'brings back a %s booking at its old time in a new slot',
    (status) => {
      given(requested(status), cancelled())
        .when(reinstate)
        .thenRecords({ type: 'BookingReinstated', data: { ...slot, slotId: NEXT_SLOT, status } });
    },
  );

  it('brings back the status right before the cancellation', () => {
    given(requested(), confirmed, cancelled())
      .when(reinstate)
      .thenRecords({
        type: 'BookingReinstated',
        data: { ...slot, slotId: NEXT_SLOT, status: 'confirmed' },
      });
  });

  it('can be cancelled and reinstated again', () => {
    given(requested(), cancelled(), reinstated)
      .when(cancel())
      .thenRecords({
        type: 'BookingCancelled',
        data: { slotId: NEXT_SLOT, reason: 'other', notice: 'none' },
      });
    given(requested(), cancelled(), reinstated, cancelled(NEXT_SLOT))
      .when({ kind: 'ReinstateBooking', slot: { ...slot, slotId: THIRD_SLOT } })
      .thenRecords({ type: 'BookingReinstated', data: { ...slot, slotId: THIRD_SLOT, status: 'pending' } });
  });

  it.each([
    ['pending', [requested()], 'not-cancelled'],
    ['completed', [requested(), completed], 'not-cancelled'],
    ['deleted', [requested(), cancelled(), deleted()], 'booking-not-found'],
    ['unknown', [], 'booking-not-found'],
  ] as const)('refuses a booking that is %s', (_, history, code) => {
    given(...history)
      .when(reinstate)
      .thenRefuses(code);
  });

  it('never claims the slot that it gave up', () => {
    given(requested(), cancelled()).when({ kind: 'ReinstateBooking', slot }).thenRefuses('slot-id-used');
    given(requested(), cancelled(), reinstated, cancelled(NEXT_SLOT))
      .when(reinstate)
      .thenRefuses('slot-id-used');
    given(requested(), cancelled(), lapsed(NEXT_SLOT)).when(reinstate).thenRefuses('slot-id-used');
  });
});

describe('completing', () => {
  it('completes from the start on, with an amount or none', () => {
    given(requested())
      .when(complete(new Date(startsAt)))
      .thenRecords(completed);
    given(requested('confirmed'))
      .when(complete(hoursBefore(-2), 6500))
      .thenRecords({ type: 'BookingCompleted', data: { amountCents: 6500 } });
  });

  it.each([
    ['not started', [requested()], hoursBefore(0.01), 'not-started'],
    ['completed', [requested(), completed], hoursBefore(-1), 'already-completed'],
    ['cancelled', [requested(), cancelled()], hoursBefore(-1), 'already-cancelled'],
    ['deleted', [requested(), deleted()], hoursBefore(-1), 'booking-not-found'],
    ['unknown', [], hoursBefore(-1), 'booking-not-found'],
  ] as const)('refuses a booking that is %s', (_, history, now, code) => {
    given(...history)
      .when(complete(now))
      .thenRefuses(code);
  });

  it('again with another amount corrects what was paid', () => {
    const paid = (amountCents: number): BookingEvent => ({ type: 'BookingCompleted', data: { amountCents } });
    const later = hoursBefore(-48);
    given(requested(), completed).when(complete(later, 6500)).thenRecords(paid(6500));
    given(requested(), paid(123_450)).when(complete(later, 16_000)).thenRecords(paid(16_000));
    given(requested(), paid(6500), paid(0)).when(complete(later, 6500)).thenRecords(paid(6500));
    given(requested(), paid(6500), paid(7000)).when(complete(later, 7000)).thenChangesNothing();
    // A completion without an amount adds nothing to an earlier one.
    given(requested(), paid(6500)).when(complete(later)).thenRefuses('already-completed');
  });

  it('keeps its time', () => {
    const { state } = given(requested(), completed);
    expect(isLive(state) && state.slot).toEqual(slot);
  });
});

describe('SMS consent', () => {
  it('flips off and on in any status', () => {
    const off: BookingEvent = { type: 'SmsConsentChanged', data: { smsConsent: false } };
    given(requested()).when(consent(false)).thenRecords(off);
    given(requested(), off)
      .when(consent(true))
      .thenRecords({
        type: 'SmsConsentChanged',
        data: { smsConsent: true },
      });
    given(requested(), cancelled()).when(consent(false)).thenRecords(off);
  });

  it('changes nothing when it is so already', () => {
    given(requested()).when(consent(true)).thenChangesNothing();
  });

  it('refuses a booking that is deleted or unknown', () => {
    given(requested(), deleted()).when(consent(false)).thenRefuses('booking-not-found');
    given().when(consent(false)).thenRefuses('booking-not-found');
  });
});

const erased: BookingEvent = { type: 'BookingErased', data: {} };

describe('correcting the contact', () => {
  const contact = { email: null, phone: '(925) 555-0199', phoneE164: '+19255550199' };
  const command: BookingCommand = { kind: 'CorrectContact', contact };
  const corrected: BookingEvent = { type: 'BookingContactCorrected', data: { personal: contact } };

  it('is recorded in any status, and changes nothing else', () => {
    for (const history of [[requested()], [requested(), completed], [requested(), cancelled()]]) {
      given(...history)
        .when(command)
        .thenRecords(corrected);
      expect(given(...history, corrected).state).toEqual(given(...history).state);
    }
  });

  it('refuses a booking whose customer is erased, also once it is reinstated', () => {
    given(requested(), erased).when(command).thenRefuses('customer-not-found');
    given(requested(), cancelled(), erased, reinstated).when(command).thenRefuses('customer-not-found');
  });

  it('refuses a booking that is deleted or unknown', () => {
    given(requested(), deleted()).when(command).thenRefuses('booking-not-found');
    given().when(command).thenRefuses('booking-not-found');
  });
});

describe('deleting', () => {
  const remove: BookingCommand = { kind: 'DeleteBooking' };

  it.each([
    ['pending', [requested()]],
    ['completed', [requested(), completed]],
    ['cancelled', [requested(), cancelled()]],
  ] as const)('deletes a booking that is %s', (_, history) => {
    given(...history)
      .when(remove)
      .thenRecords(deleted());
  });

  // Spec: 4.deletion
  it('is permanent', () => {
    given(requested(), deleted()).when(remove).thenRefuses('booking-not-found');
    given().when(remove).thenRefuses('booking-not-found');
  });
});

describe('linking to a customer', () => {
  const customerId = id(9);
  const link: BookingCommand = { kind: 'LinkBooking', customerId };
  const linked: BookingEvent = { type: 'BookingLinked', data: { customerId } };

  it('is done again whenever staff say so, in any status, but not before the registrar has linked it', () => {
    given(requested()).when(link).thenRefuses('not-linked-yet');
    given(requested(), linked).when(link).thenRecords(linked);
    given(requested(), cancelled(), linked).when(link).thenRecords(linked);
  });

  it('refuses a booking that is deleted or unknown', () => {
    given(requested(), deleted()).when(link).thenRefuses('booking-not-found');
    given().when(link).thenRefuses('booking-not-found');
  });

  it('leaves the appointment as it is, and so does the erasure of its customer, also after a deletion', () => {
    const { state } = given(requested('confirmed'), cancelled());
    const after = given(requested('confirmed'), linked, cancelled(), erased).state;
    expect(after).toEqual({ ...state, isErased: true, customerId: linked.data.customerId });
    expect(given(requested(), deleted(), linked, erased).state).toEqual(given(requested(), deleted()).state);
  });
});

describe('the time that a booking takes up', () => {
  it.each([
    ['pending', [requested()], true],
    ['confirmed', [requested(), confirmed], true],
    ['completed', [requested(), completed], true],
    ['reinstated', [requested(), cancelled(), reinstated], true],
    ['cancelled', [requested(), cancelled()], false],
    ['deleted', [requested(), deleted()], false],
    ['only fenced off', [lapsed(SLOT)], false],
  ] as const)('a booking that is %s takes up time: %s', (_, history, expected) => {
    expect(isLive(given(...history).state)).toBe(expected);
  });

  it('refuses to fold a log that could not have been written', () => {
    expect(() => given(cancelled())).toThrow("BookingCancelled can't follow a booking that is none");
    expect(() => given(requested(), cancelled(), cancelled())).toThrow(/can't follow/);
  });
});

describe('a booking that was never made, or is deleted', () => {
  it.each([confirmed, rescheduled, reinstated, completed, cancelled(), deleted()])(
    'cannot be followed by $type: another program has written that',
    (event) => {
      expect(() => given(event)).toThrow(`${event.type} can't follow a booking that is none`);
      expect(() => given(requested(), deleted(), event)).toThrow(`${event.type} can't follow`);
    },
  );
});

describe('a booking that is cancelled', () => {
  it('cannot be followed by another cancellation: another program has written that', () => {
    expect(() => given(requested(), cancelled(), cancelled())).toThrow(
      "BookingCancelled can't follow a booking that is cancelled",
    );
  });
});
