import { describe, expect, it } from 'vitest';
import { keptFor } from '../../src/adapters/kept-for.ts';
import type { SendingKeysNow } from '../../src/adapters/sending-keys.ts';
import { providerOfNow } from '../../src/adapters/sms/provider-of-now.ts';
import { SmtpKeys, TwilioKeys } from '../../src/contracts/settings/sending-keys.ts';
import { mailResult, textResult } from '../../src/features/sending-keys/test-results.ts';

describe('a thing that is kept for a value', () => {
  it('is made once for each value, also for none, and ended when another one comes', () => {
    let value: string | undefined;
    const ended: unknown[] = [];
    const kept = keptFor(
      () => value,
      (of) => ({ of }),
      ({ of }) => ended.push(of),
    );
    const none = kept.present();
    expect(none).toEqual({ of: undefined });
    expect(kept.present()).toBe(none);
    value = 'first';
    expect(kept.present()).toEqual({ of: 'first' });
    expect(ended).toEqual([undefined]);
    kept.end();
    kept.end();
    expect(ended).toEqual([undefined, 'first']);
  });
});

describe('a provider whose keys can’t be read', () => {
  it('lets texts wait, and can say nothing of others', async () => {
    let twilio: SendingKeysNow['twilio'] = 'unreadable';
    const provider = providerOfNow(
      () => twilio,
      () => ({
        send: async () => ({ outcome: 'accepted', sid: 'SM1' }),
        find: async () => [],
        receiptOf: async () => ({ status: 'delivered' }),
        receivedAt: async () => new Date(0),
      }),
    );
    const text = { to: '+19255550100', text: 'Hi', bookingId: '', attemptId: '' };
    expect(await provider.send(text)).toEqual({ outcome: 'not-sent', why: 'unreachable' });
    await expect(provider.receiptOf('SM1')).rejects.toThrow('cannot be read');
    twilio = undefined;
    expect(await provider.send(text)).toEqual({ outcome: 'accepted', sid: 'SM1' });
    expect(await provider.find({ ...text, since: new Date(0) })).toEqual([]);
    expect(await provider.receivedAt('SM1')).toEqual(new Date(0));
  });
});

describe('keys as they are typed', () => {
  const twilio = { account_sid: `AC${'a'.repeat(32)}`, auth_token: 'b'.repeat(32), from: '+19255550142' };
  const smtp = { host: 'smtp.example.com', port: 465, user: '', password: '' };

  it.each(['+1 (925) 555-0142', ' +1.925.555.0142 '])('take the number %s', (from) => {
    expect(TwilioKeys.parse({ ...twilio, from }).from).toBe('+19255550142');
  });
  it.each([
    { account_sid: 'SK'.padEnd(34, 'a') },
    { auth_token: 'short' },
    { auth_token: 'with a space in the middle' },
    { from: '925 555 0142' },
    { other: 'field' },
  ])('are refused: %o', (wrong) => {
    expect(TwilioKeys.safeParse({ ...twilio, ...wrong }).success).toBe(false);
  });
  it.each(['localhost', '10.0.0.7', 'mail', 'smtp.example.com'])('take the host %s', (host) => {
    expect(SmtpKeys.parse({ ...smtp, host }).host).toBe(host);
  });
  it.each(['', 'smtp://x', 'x/y', 'x:25', 'me@x', '-x', 'x y', 'x?'])('take no host %o', (host) => {
    expect(SmtpKeys.safeParse({ ...smtp, host }).success).toBe(false);
  });
});

describe('the result of a test', () => {
  it.each([
    [{ outcome: 'accepted', sid: 'SM1' }, 'sent', /has taken the text/],
    [{ outcome: 'refused', code: 21_608 }, 'refused', /trial account/],
    [{ outcome: 'refused', code: null }, 'refused', /^Twilio refused the text\.$/],
    [{ outcome: 'not-sent', why: 'provider-busy' }, 'not-sent', /too busy/],
    [{ outcome: 'not-sent', why: 'unreachable' }, 'not-sent', /could not be reached/],
    [{ outcome: 'unknown' }, 'unknown', /may arrive/],
  ] as const)('of a text is told in a sentence: %o', (result, outcome, text) => {
    expect(textResult(result)).toEqual({ outcome, text: expect.stringMatching(text) });
  });
  it.each([
    [{ outcome: 'sent' }, 'sent', /to me@example.com/],
    [{ outcome: 'passing', code: 'EDNS' }, 'not-sent', /no mail server of this name/],
    [{ outcome: 'passing', code: '451' }, 'not-sent', /\(451\)/],
    [{ outcome: 'refused', code: '550' }, 'refused', /takes no mail/],
    [{ outcome: 'unknown', code: 'x' }, 'unknown', /broke off/],
  ] as const)('of a mail is told in a sentence: %o', (result, outcome, text) => {
    expect(mailResult(result, 'me@example.com')).toEqual({ outcome, text: expect.stringMatching(text) });
  });
});
