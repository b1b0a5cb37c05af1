import { expect, it } from 'vitest';
import { explainMessage } from '../../../../src/contracts/messages/message-words.ts';
import type { AdminMessage } from '../../../../src/contracts/messages/messages.ts';
import { titleOf } from '../../../../web/admin/messages/message-row-text.ts';

const subject = (message: Partial<AdminMessage>) =>
  titleOf({ channel: 'sms', kind: null, status: 'suppressed', reasons: [], ...message } as AdminMessage);
const after = (type: string) =>
  [{ id: 'e', type, at: '2026-11-20T18:00:00.000Z' }] as AdminMessage['reasons'];

it('calls a message by what it tells, also one that was not sent', () => {
  expect(subject({ kind: 'confirmed', status: 'sent' })).toBe('Booking confirmed');
  expect(subject({ reasons: after('BookingConfirmed') })).toBe('Booking confirmed');
  expect(subject({ reasons: after('BookingRequested') })).toBe('Request received');
  expect(subject({ reasons: after('MessageRequested') })).toBe('Text asked for');
  expect(subject({ reasons: after('MessageRequested'), channel: 'email' })).toBe('Mail asked for');
  expect(subject({})).toBe('Reminder');
  expect(subject({ kind: 'custom' })).toBe('Written by staff');
  expect(subject({ status: 'received' })).toBe('Reply');
});

it('speaks of no database to staff', () => {
  expect(explainMessage('suppressed', 'restored', null)).toBe(
    'Not sent: it was asked for before messages were turned on here, so it may have gone out already.',
  );
});
