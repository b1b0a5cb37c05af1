import { expect, it } from 'vitest';
import { CancellationReason } from '../../../../src/contracts/bookings/bookings.ts';
import type { HistoryEntry } from '../../../../src/contracts/history/history.ts';
import { actorWords } from '../../../../src/contracts/history/history-words.ts';
import { SHREDDER } from '../../../../src/erasure/appended.ts';
import { SLOT_KEEPER } from '../../../../src/features/booking/slot-keeper/keeper.ts';
import { REGISTRAR } from '../../../../src/features/customers/events.ts';
import { MESSENGER } from '../../../../src/features/messages/ledger/append.ts';
import {
  causeText,
  entryText,
  hoursChange,
  shownChanges,
  valueText,
} from '../../../../web/admin/history/history-text.ts';
import { undoneText } from '../../../../web/admin/history/undone-text.ts';
import { toldBefore } from '../../../../web/admin/history/use-event-undo.ts';

const entry = (
  changes: HistoryEntry['changes'],
  type = 'BookingCompleted',
  kind = 'booking',
  cause: string | null = null,
) =>
  ({
    type,
    thing: { kind, id: 'one' },
    changes,
    caused_by: cause && { type: cause, thing: { kind: 'booking', id: 'one' } },
  }) as HistoryEntry;
const change = (field: string, before: string | null, after: string) => ({ field, before, after });

it('tells a completion from a later correction of what was paid', () => {
  const paid = change('total_amount', '$1234.50', '$160.00');
  expect(entryText(entry([paid, change('status', 'confirmed', 'completed')]))).toBe('Completed');
  expect(entryText(entry([paid]))).toBe('Amount corrected');
  expect(entryText(entry([paid], 'BookingReopened'))).toBe('Amount corrected');
  expect(entryText(entry([change('payment_method', 'cash', 'card')]))).toBe('Payment corrected');
  expect(valueText('card', 'payment_method')).toBe('Card');
  expect(entryText(entry([change('status', 'completed', 'confirmed')], 'BookingReopened'))).toBe(
    'Opened again',
  );
  expect(entryText(entry([], 'BookingConfirmed'))).toBe('Confirmed');
  expect(entryText(entry([], 'MailFailed', 'mail'))).toBe('Mail failed');
});

it('tells in sentences what the API says in words of its own', () => {
  const reasons = CancellationReason.options.map((reason) => valueText(reason, 'cancellation_reason'));
  expect(reasons).toContain('There was an emergency.');
  for (const sentence of [...reasons, valueText('template', 'notice'), valueText('custom', 'notice')])
    expect(sentence).toMatch(/^[A-Z].* .*\.$/);
  // Somebody's own words stay as they are.
  expect(valueText('emergency', 'notes')).toBe('emergency');
});

it('writes amounts as everywhere', () => {
  expect(valueText('$1234.50', 'total_amount')).toBe('$1,234.50');
});

it('says why a message was sent or not', () => {
  const message = (type: string, cause: string | null, kind = 'message') =>
    entryText(entry([change('message_kind', null, 'reminder')], type, kind, cause));
  expect(message('MessageAttempted', 'BookingConfirmed')).toBe(
    'Text going out because the booking was confirmed',
  );
  expect(message('MailSent', 'MessageRequested', 'mail')).toBe(
    'Mail taken by the mail service because staff asked for it',
  );
  expect(message('MessageSuppressed', 'BookingCancelled')).toBe(
    'No text sent when the booking was cancelled',
  );
  expect(message('MessageAttempted', null)).toBe('Text going out as a reminder');
  const own = (type: string) =>
    entryText(entry([change('message_kind', null, 'custom')], type, 'message', 'BookingRescheduled'));
  expect(own('MessageAttempted')).toBe('Text going out in staff’s own words because the booking was moved');
  expect(own('MessageSuppressed')).toBe('No text sent when the booking was moved');
  expect(message('MessageRequested', 'MessageAttempted')).toBe('Text asked for again');
  const late = (kind: string) =>
    entryText(
      entry([change('minutes_late', null, '15'), change('words', null, 'Sorry!')], 'MessageRequested', kind),
    );
  expect([late('message'), late('mail')]).toEqual([
    'Text asked for: running late',
    'Mail asked for: running late',
  ]);
  // The reason follows from the message, which told it.
  expect(entryText(entry([], 'MessageDelivered', 'message', 'MessageAttempted'))).toBe('Text delivered');
  expect(causeText(entry([], 'MessageDelivered', 'message', 'MessageAttempted'))).toBeUndefined();
});

it('says in words for people what led to everything else', () => {
  expect(causeText(entry([], 'BookingLinked', 'booking', 'BookingRequested'))).toBe(
    'Because the booking was made',
  );
  expect(causeText(entry([], 'SlotReleased', 'day', 'SlotTaken'))).toBe('After: time taken');
  expect(causeText(entry([]))).toBeUndefined();
  const undo = { ...entry([], 'BookingUnconfirmed', 'booking', 'BookingConfirmed'), is_undo: true };
  expect(causeText(undo)).toBe('Undoes: confirmed');
});

it('tells which process did something, in words for people', () => {
  const words = (process: string) => actorWords({ kind: 'system', process });
  expect(words(MESSENGER)).toBe('Automatic: messages');
  expect(words(REGISTRAR)).toBe('Automatic');
  expect(words(SLOT_KEEPER)).toBe('Automatic: free times');
  expect(words(SHREDDER)).toBe('Automatic: erasing');
  expect(words('seed')).toBe('Set up with the salon');
  // This entry is of a later version, whose events this one may read.
  expect(words('waiting-list')).toBe('Automatic: waiting-list');
});

it('says in one line which hours they are, and which they were', () => {
  const stays = (field: string, value: string | number | boolean) => ({ field, before: value, after: value });
  const hours = (type: string, ...changes: HistoryEntry['changes']) => {
    const told = entry(changes, type, 'hours');
    expect(shownChanges(told)).toEqual([]);
    return [entryText(told), hoursChange(told)];
  };
  const [tuesday, nine] = [stays('day_of_week', 2), stays('start_time', '09:00')];
  expect(hours('HoursChanged', tuesday, nine, change('end_time', '20:00', '19:00'))).toEqual([
    'Hours changed',
    { label: 'Tuesday', was: '9:00 AM – 8:00 PM', is: '9:00 AM – 7:00 PM' },
  ]);
  const off = { field: 'is_available', before: true, after: false };
  expect(hours('HoursSwitched', tuesday, nine, stays('end_time', '19:00'), off)).toEqual([
    'Hours switched off',
    { label: 'Tuesday', was: '9:00 AM – 7:00 PM', is: '9:00 AM – 7:00 PM' },
  ]);
  expect(hours('HoursSwitched', { ...off, after: true })).toEqual(['Hours switched on', undefined]);
});

it('says once that somebody agreed to texts: by the words that they agreed to', () => {
  const agreed = { field: 'sms_consent', before: null, after: true };
  expect(shownChanges(entry([agreed]))).toEqual([agreed]);
  const words = change('consent_text', null, 'I agree to receive texts.');
  expect(shownChanges(entry([agreed, words]))).toEqual([words]);
});

it('says days, times and states as every other screen does', () => {
  expect(valueText(3, 'day_of_week')).toBe('Wednesday');
  expect(valueText('21:00', 'start_time')).toBe('9:00 PM');
  expect(valueText('24:00', 'end_time')).toBe('12:00 AM');
  expect(valueText('pending', 'status')).toBe('Pending');
  expect(valueText('2026-12-03', 'appointment_date')).toBe('Thu, Dec 3, 2026');
});

it('says which messages have left about what is undone', () => {
  const told = (channel: 'sms' | 'email', is_certain = true, is_followed_up = false) =>
    ({ channel, kind: 'cancelled', at: '2026-11-24T23:10:00Z', is_certain, is_followed_up }) as const;
  const text = (...of: readonly ReturnType<typeof told>[]) => toldBefore(of, () => 'at 3:10 PM');
  expect(text()).toBeUndefined();
  expect(text(told('sms'))).toBe('The customer was told by text at 3:10 PM, so please call them.');
  expect(text(told('email', false), told('sms', false))).toBe(
    'The customer may have been told by mail at 3:10 PM and by text at 3:10 PM, so please call them.',
  );
  expect(text(told('sms', true, true))).toBe(
    'The customer was told by text at 3:10 PM. They hear of the undo in the same way.',
  );
});

it('names the person or thing of an undo, and its state afterwards', () => {
  const TODAY = '2026-11-20';
  const name = change('customer_name', 'Freya Santos', 'Freya Santos');
  const confirmed = entry([name, change('status', 'pending', 'confirmed')], 'BookingConfirmed');
  expect(undoneText(confirmed, TODAY)).toBe('Freya Santos is pending again');
  const date = change('appointment_date', '2026-12-03', '2026-12-03');
  const time = change('appointment_time', '2:30 PM', '4:00 PM');
  expect(undoneText(entry([name, date, time], 'BookingRescheduled'), TODAY)).toBe(
    'Freya Santos is on Thu, Dec 3 · 2:30 PM again',
  );
  // In the appointment's own history another entry has the name.
  const booked = entry([change('customer_name', null, 'Freya Santos')], 'BookingRequested');
  const moved = entry([time], 'BookingRescheduled');
  expect(undoneText(moved, TODAY, [moved, booked])).toBe('Freya Santos is at 2:30 PM again');
  expect(undoneText(moved, TODAY)).toBe('The appointment is at 2:30 PM again');
  const paid = entry([name, change('total_amount', '$70.00', '$65.00')]);
  expect(undoneText(paid, TODAY)).toBe('Amount corrected · Freya Santos');
  const perm = entry([change('name', 'Perm', 'Perm')], 'ServiceChanged', 'service');
  expect(undoneText(perm, TODAY)).toBe('Service changed · Perm');
});

it('says who has an appointment now, and whose a block is', () => {
  const TODAY = '2026-11-20';
  const name = change('customer_name', 'Freya Santos', 'Freya Santos');
  const time = change('appointment_time', '2:30 PM', '2:30 PM');
  const stylist = change('stylist', 'Ann', 'Bea');
  const handedOver = entry([name, time, stylist], 'BookingRescheduled');
  expect(entryText(handedOver)).toBe('Handed over');
  expect(undoneText(handedOver, TODAY)).toBe('Freya Santos is with Ann again');
  const moved = entry(
    [name, change('appointment_time', '2:30 PM', '4:00 PM'), stylist],
    'BookingRescheduled',
  );
  expect(entryText(moved)).toBe('Moved');
  expect(undoneText(moved, TODAY)).toBe('Freya Santos is at 2:30 PM with Ann again');
  const block = entry([change('stylist', 'Ann', 'Ann')], 'TimeUnblocked', 'day');
  expect(entryText(block)).toBe('Blocked time opened again for Ann');
});
