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

const toldBy = (told: readonly ('sms' | 'email')[], more: Partial<TextDeparture> | null, isAsked = true) =>
  toldText(
    { told: [...told], departure: more && departure(more) },
    { isAsked, phone: '(925) 555-0142' },
    at,
  ).replaceAll('\u00a0', ' ');

it('says it after the words that a change has, and that a mail goes out', () => {
  expect(toldBy(['sms'], {})).toBe(' Customer notified via SMS.');
  expect(toldBy(['sms'], { waits_for: 'resuming' })).toBe(
    ' Customer notified via SMS. The text waits until messages are resumed.',
  );
  expect(toldBy(['sms', 'email'], {})).toBe(' Customer notified via SMS. A mail goes out, too.');
  expect(toldBy(['email'], null)).toBe(' A mail goes out to the customer.');
  expect(toldBy([], null, false)).toBe('');
});

it('says whom to call where no message leaves, and never that a customer was told', () => {
  expect(toldBy([], { kept_here: true })).toBe(' Texts aren’t set up: call (925) 555-0142.');
  expect(toldBy([], null)).toBe(' No message was sent: call (925) 555-0142.');
  const unknown = { isAsked: true, phone: null };
  expect(toldText({ told: [], departure: departure({ kept_here: true }) }, unknown, at)).toBe(
    ' Texts aren’t set up.',
  );
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
