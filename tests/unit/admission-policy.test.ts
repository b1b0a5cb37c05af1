import { describe, expect, it } from 'vitest';
import {
  demandOf,
  type EarlierBooking,
  HOUR,
  MINUTES_WITHOUT_CALL,
  MINUTES_WITHOUT_CODE,
  MOST_UPCOMING,
  minutesOnSite,
  refusalOf,
} from '../../src/features/booking/admission/policy.ts';
import { ANN, newPerson } from '../support/booking/admission-world.ts';

const PER_HOUR = 5;

describe('the rules for a sender and its contacts', () => {
  /** An earlier booking of the sender: pending, with other contacts, made long ago. */
  const own = (different: Partial<EarlierBooking> = {}): EarlierBooking => ({
    minutes: 15,
    status: 'pending',
    isUpcoming: true,
    isOwn: true,
    age: 7 * HOUR,
    contacts: { email: 'somebody@example.com', phoneE164: '+19255550000' },
    ...different,
  });
  const others = (different: Partial<EarlierBooking> = {}) => own({ isOwn: false, ...different });
  const times = (count: number, booking: EarlierBooking) => Array.from({ length: count }, () => booking);
  const annsPhone = { email: null, phoneE164: ANN.phoneE164 };
  const annsMailbox = { email: 'Ann+tag@example.com', phoneE164: null };
  const CALL = { kind: 'call' };
  const wait = (seconds: number) => ({ kind: 'wait', seconds });

  it.each([
    ['nothing before', [], 0, null],
    ['a whole salon day at once', [], 690, null],
    ['a minute more than a salon day, held or unconfirmed', [], 691, CALL],
    ['690 unconfirmed minutes', [own({ minutes: 690 })], 0, null],
    ['705 unconfirmed minutes', [own({ minutes: 705 })], 0, CALL],
    ['unconfirmed and held minutes together', [own({ minutes: 360 })], 345, CALL],
    ['much that staff have confirmed', times(9, own({ minutes: 480, status: 'confirmed' })), 0, null],
    ['much that was cancelled', times(9, own({ minutes: 480, status: 'cancelled' })), 0, null],
    ['much that is over', times(9, own({ minutes: 480, isUpcoming: false })), 0, null],
    ['much that others have booked', times(9, others({ minutes: 480 })), 0, null],
    ['four bookings in the hour', times(4, own({ age: 60 })), 0, null],
    ['five bookings in the hour', times(5, own({ age: 60 })), 0, wait(HOUR - 60)],
    [
      'five in the hour, also confirmed ones',
      times(5, own({ age: 60, status: 'confirmed' })),
      0,
      wait(HOUR - 60),
    ],
    ['the fifth youngest decides how long', [1, 2, 3, 4, 5, 6].map((age) => own({ age })), 0, wait(HOUR - 5)],
    ['five bookings, one an hour ago', [...times(4, own({ age: 60 })), own({ age: HOUR })], 0, null],
    [
      'ten by staff in the hour',
      times(10, own({ isOwn: false, status: 'confirmed', age: undefined })),
      0,
      null,
    ],
    ['eleven upcoming with the phone', times(11, own({ contacts: annsPhone })), 0, null],
    ['twelve upcoming with the phone', times(12, own({ contacts: annsPhone })), 0, CALL],
    [
      'twelve upcoming with the mailbox, however it is written',
      times(12, own({ contacts: annsMailbox })),
      0,
      CALL,
    ],
    ['twelve with the phone that others made', times(12, others({ contacts: annsPhone })), 0, null],
    [
      'twelve with the phone that staff have made or confirmed',
      times(12, others({ contacts: annsPhone, status: 'confirmed', age: undefined })),
      0,
      CALL,
    ],
    [
      'twelve with the phone that are over',
      times(12, own({ contacts: annsPhone, isUpcoming: false })),
      0,
      null,
    ],
    [
      'five in the hour with the phone that staff have confirmed, made elsewhere',
      times(5, others({ contacts: annsPhone, status: 'confirmed', age: 600 })),
      0,
      wait(HOUR - 600),
    ],
    [
      'five in the hour with the phone that others made',
      times(5, others({ contacts: annsPhone, age: 60 })),
      0,
      null,
    ],
    ['both too many in the hour and too many minutes', times(5, own({ age: 60, minutes: 200 })), 0, CALL],
  ] as const)('given %s', (_, earlier, held, expected) => {
    expect(refusalOf({ minutes: 30, contacts: ANN }, earlier, held, PER_HOUR)).toEqual(expected);
  });

  it('counts a booking that the read model does not know yet for every contact', () => {
    const { contacts: _, ...unseen } = own();
    const earlier = times(MOST_UPCOMING, unseen);
    expect(refusalOf({ minutes: 30, contacts: newPerson() }, earlier, 0, PER_HOUR)).toEqual(CALL);
  });

  it('lets somebody book without an e-mail, whatever others without one have booked', () => {
    const earlier = times(MOST_UPCOMING, own({ contacts: { email: null, phoneE164: null } }));
    expect(refusalOf({ minutes: 30, contacts: { ...ANN, email: null } }, earlier, 0, PER_HOUR)).toBeNull();
  });
});

describe('the rule for all visitors', () => {
  it.each([
    [MINUTES_WITHOUT_CODE, true, 'nothing'],
    [MINUTES_WITHOUT_CODE + 1, true, 'code'],
    [MINUTES_WITHOUT_CODE + 1, false, 'nothing'],
    [MINUTES_WITHOUT_CALL, false, 'nothing'],
    [MINUTES_WITHOUT_CALL + 1, false, 'call'],
    [MINUTES_WITHOUT_CALL + 1, true, 'code'],
  ])('given %i minutes, and whether a code can be sent is %s, asks for %s', (minutes, canSend, expected) => {
    expect(demandOf(minutes, canSend)).toBe(expected);
  });

  it('counts what is unconfirmed of the hour, of one sender 360 minutes, and what the read model does not know yet', () => {
    const seen = [
      { id: 'a', status: 'pending', minutes: 300, source: 'ann' },
      { id: 'b', status: 'confirmed', minutes: 480, source: 'bo' },
      { id: 'c', status: 'cancelled', minutes: 480, source: 'bo' },
      { id: 'd', status: 'pending', minutes: 30, source: 'bo' },
    ] as const;
    const counted = (source: string, id: string, minutes: number) => ({ source, id, minutes });
    expect(minutesOnSite(seen, [])).toBe(330);
    expect(minutesOnSite(seen, [counted('ann', 'a', 300), counted('bo', 'c', 480)])).toBe(330);
    expect(minutesOnSite(seen, [counted('ann', 'e', 300), counted('cy', 'f', 45)])).toBe(360 + 30 + 45);
  });
});
