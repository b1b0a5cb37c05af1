import { expect, it } from 'vitest';
import type { TextDeparture } from '../../../../src/contracts/messages/messages.ts';
import { toldText } from '../../../../web/admin/bookings/booking-text.ts';
import { departureText, sameBeforeText } from '../../../../web/admin/bookings/messages/message-text.ts';
import { whyNoTexts } from '../../../../web/admin/bookings/messages/no-texts.ts';

const at = () => 'Sat, Nov 21 · 8:00 AM';
const departure = (more: Partial<TextDeparture>): TextDeparture => ({
  waits_for: 'due',
  goes_out_at: null,
  kept_here: false,
  ...more,
});
const said = (more: Partial<TextDeparture>) => departureText(departure(more), at)?.replaceAll('\u00a0', ' ');

it('says what keeps a requested text from leaving at once', () => {
  expect(said({})).toBeUndefined();
  expect(departureText(null, at)).toBeUndefined();
  const morning = { waits_for: 'quiet', goes_out_at: '2026-11-21T16:00:00.000Z' } as const;
  expect(said(morning)).toBe('The text goes out Sat, Nov 21 · 8:00 AM: none go out at night.');
  expect(said({ waits_for: 'resuming' })).toBe('The text waits until messages are resumed.');
  expect(said({ waits_for: 'before' })).toBe('The text waits for news of the one before it.');
  for (const waits of [{}, morning])
    expect(said({ ...waits, kept_here: true })).toBe('The text isn’t sent: texts aren’t set up.');
});

it('says it after the words that a change has', () => {
  const told = (notified: boolean, more: Partial<TextDeparture>, message: string | null = 'So sorry!') =>
    toldText(
      { notified, departure: notified ? departure(more) : null },
      { isAsked: message !== null, phone: '(925) 555-0142' },
      at,
    );
  expect(told(true, {})).toBe(' Customer notified via SMS.');
  expect(told(true, { waits_for: 'resuming' })).toBe(
    ' Customer notified via SMS. The text waits until messages are resumed.',
  );
  expect(told(false, {})).toBe(' No text message was sent.');
  expect(told(false, {}, null)).toBe('');
});

it('says whom to call where texts don’t leave, and never that a customer was told', () => {
  const kept = { notified: true, departure: departure({ kept_here: true }) };
  const about = (phone: string | null) => toldText(kept, { isAsked: true, phone }, at);
  expect(about('(925) 555-0142')).toBe(' Texts aren’t set up: call (925)\u00a0555-0142.');
  expect(about(null)).toBe(' Texts aren’t set up.');
});

it('knows why no texts leave', () => {
  const sending = { has_provider: true, paused: false, why: null };
  expect(whyNoTexts(sending)).toBeUndefined();
  expect(whyNoTexts({ ...sending, has_provider: false })).toBe('Texts aren’t set up');
  expect(whyNoTexts({ ...sending, paused: true, why: 'staff' })).toBe('Messages are paused');
  expect(whyNoTexts({ ...sending, paused: true, why: 'spending' })).toBe('Texts are stopped for today');
});

it('says whether the same text has reached the customer before', () => {
  const before = (status: 'delivered' | 'sent' | 'no-receipt' | 'kept') =>
    sameBeforeText({ kind: 'booked', text: '', same_before: { status, at: '' } }, at);
  expect(before('delivered')).toBe('The customer got this same text on Sat, Nov 21 · 8:00 AM.');
  expect(before('no-receipt')).toBe('This same text was sent on Sat, Nov 21 · 8:00 AM.');
  expect(before('kept')).toBe(
    'This same text was written on Sat, Nov 21 · 8:00 AM and not sent: texts weren’t set up then.',
  );
  expect(sameBeforeText({ kind: 'booked', text: '', same_before: null }, at)).toBeUndefined();
});
