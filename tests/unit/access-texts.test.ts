import { expect, it } from 'vitest';
import { htmlOf, textOf } from '../../src/adapters/mail/layout.ts';
import {
  accessGivenContent,
  adminRevokedContent,
  type Happened,
} from '../../src/features/accounts/mails/access-texts.ts';

/** The mails to all administrators about access that works without signing in. */

const BRAND = {
  name: 'Lumière Hair Studio',
  address: '12 Main Street',
  phone: '(925) 555-0142',
  phoneE164: '+19255550142',
  publicUrl: 'https://salon.example',
};
const HAPPENED: Happened = {
  kind: 'api-key-made',
  at: new Date('2026-11-20T17:05:00Z'),
  who: 'Ada Lovelace',
  thing: 'Website',
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
  pausedWebhooks: 0,
};
const LOS_ANGELES = 'America/Los_Angeles';

it.each<[Partial<Happened>, string]>([
  [
    {},
    'Ada Lovelace has made an API key at Lumière Hair Studio: “Website”. This was on November 20, 2026 at 9:05 AM, with this device: Safari on iPhone.',
  ],
  [{ userAgent: '' }, 'with this device: Unknown device.'],
  [{ userAgent: 'curl/8' }, 'with this device: Unknown device.'],
  [
    { kind: 'webhook-made', thing: 'hooks.example' },
    'Ada Lovelace has added a webhook at Lumière Hair Studio: “hooks.example”.',
  ],
  [{ kind: 'webhook-made', thing: null }, 'Ada Lovelace has added a webhook at Lumière Hair Studio. This'],
  [{ kind: 'webhook-moved', thing: 'hooks.example' }, 'has changed where a webhook sends'],
  [
    { kind: 'webhook-secret-made', thing: 'hooks.example' },
    'has made a new secret for a webhook, which was shown once',
  ],
  [
    { kind: 'calendar-address-made', thing: null },
    'has made a private address of the calendar at Lumière Hair Studio. This',
  ],
  [{ who: 'ada@example.com' }, 'ada@example.com has made an API key'],
  [{ thing: '<script>alert(1)</script>' }, '“<script>alert(1)</script>”'],
  [{ thing: 'Đặng’s “own” 👩‍🎤' }, '“Đặng’s “own” 👩‍🎤”'],
  [{ at: new Date('2026-11-21T07:59:00Z') }, 'on November 20, 2026 at 11:59 PM'],
  [{ at: new Date('2026-03-08T10:00:00Z') }, 'on March 8, 2026 at 3:00 AM'],
])('tells of %o', (changes, words) => {
  const content =
    accessGivenContent({ ...HAPPENED, ...changes }, BRAND, LOS_ANGELES) ?? expect.fail('no mail');
  expect(textOf(content, BRAND)).toContain(words);
  expect(textOf(content, BRAND)).toContain('https://salon.example/admin/access');
  const html = htmlOf(content, BRAND);
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/undefined|null/);
});

it.each(['signed-in', 'api-key-revoked', 'webhook-removed', 'constructor', ''])(
  'has no mail for “%s”',
  (kind) => {
    expect(accessGivenContent({ ...HAPPENED, kind }, BRAND, LOS_ANGELES)).toBeUndefined();
  },
);

it.each([
  [0, 'There were no webhooks of theirs.'],
  [1, 'Webhooks of theirs that are paused now: 1.'],
  [10, 'Webhooks of theirs that are paused now: 10.'],
])('says that %i webhooks are paused with the role of who made them', (pausedWebhooks, words) => {
  const text = textOf(
    adminRevokedContent({ ...HAPPENED, kind: 'admin-revoked', pausedWebhooks }, BRAND),
    BRAND,
  );
  expect(text).toContain('Ada Lovelace no longer administers the salon');
  expect(text).toContain('Their API keys and their private calendar address have ended.');
  expect(text).toContain(words);
});
