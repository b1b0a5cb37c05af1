import { describe, expect, it } from 'vitest';
import { type BookingCommand, bookingDecider } from '../../src/features/booking/appointment/decider.ts';
import type { BookingEvent } from '../../src/features/booking/appointment/events.ts';
import { type Notice, noticeOf } from '../../src/features/booking/notice/notice.ts';
import {
  cancel,
  cancelled,
  given,
  reinstate,
  requested,
  reschedule,
  SLOT,
  staff,
} from '../support/booking/booking-facts.ts';

/** Staff choose whether a change is told by text, by mail, by both or not at all. */

const WORDS = 'See you at the other door.';
const BY_MAIL = { sms: false, email: true };
const BY_TEXT = { sms: true, email: false };

const by = (notice: Notice) => ({ ...staff, notice });
const dataOf = (command: BookingCommand, ...history: readonly BookingEvent[]) =>
  bookingDecider.decide(command, given(...history).state)[0]?.data;

describe('the choice of staff', () => {
  it.each<[string, Parameters<typeof noticeOf>[0], object]>([
    ['nothing', { message: null }, { notice: 'none' }],
    ['the usual messages', { message: null, notify: true }, { notice: 'template' }],
    ['their own words', { message: WORDS }, { notice: 'custom', personal: { message: WORDS } }],
    ['no channel', { message: WORDS, tell: { sms: false, email: false } }, { notice: 'none' }],
    ['both channels', { message: null, tell: { sms: true, email: true } }, { notice: 'template' }],
    ['a mail alone', { message: null, tell: BY_MAIL }, { notice: 'none', mail: 'template' }],
    ['a text alone', { message: null, notify: true, tell: BY_TEXT }, { notice: 'template', mail: 'none' }],
    [
      'a mail in their own words',
      { message: WORDS, tell: BY_MAIL },
      { notice: 'none', mail: 'custom', personal: { message: WORDS } },
    ],
  ])('is what a cancellation and a move record: %s', (_, body, recorded) => {
    const told = by(noticeOf(body));
    expect(dataOf(cancel(told), requested())).toEqual({ slotId: SLOT, reason: 'other', ...recorded });
    expect(dataOf(reschedule(told), requested())).toMatchObject(recorded);
  });
});

describe('reinstating', () => {
  const cancelledBy = (notice: object) => {
    const event = cancelled();
    return { ...event, data: { ...event.data, ...notice } } as typeof event;
  };

  it.each<[string, object, object]>([
    ['by text alone', { notice: 'custom', mail: 'none' }, { notice: 'template', mail: 'none' }],
    ['by mail alone', { notice: 'none', mail: 'custom' }, { notice: 'none', mail: 'template' }],
  ])('is told in the channels in which the cancellation was: %s', (_, notice, told) => {
    expect(dataOf(reinstate, requested(), cancelledBy(notice))).toMatchObject(told);
  });

  it.each(['template', 'custom', 'none'])(
    'says nothing of channels where there was no choice: %s',
    (notice) => {
      const data = dataOf(reinstate, requested(), cancelledBy({ notice }));
      expect(Object.keys(data ?? {})).not.toContain('notice');
    },
  );
});
