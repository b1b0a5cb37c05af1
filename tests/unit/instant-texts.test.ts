import '../../src/adapters/config.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backupName } from '../../src/backup/nightly.ts';
import type { Since } from '../../src/contracts/bookings/why-not.ts';
import { accessGivenContent } from '../../src/features/accounts/mails/access-texts.ts';
import { reasonText } from '../../src/features/booking/why-not/text.ts';
import { ROOT } from '../support/run/source-files.ts';
import { USUAL_STARTS } from '../support/salon/usual-starts.ts';

/** Instants as people read them in the salon's zone. The texts were recorded when our own code formatted them. */
const TEXTS = [
  [
    'America/Los_Angeles',
    '2026-03-08T09:59:59.999Z',
    'March 8, 2026 at 1:59 AM',
    'Mar 08, 2026 at 1:59 AM',
    '2026-03-08 at 0159',
  ],
  [
    'America/Los_Angeles',
    '2026-03-08T10:00:00Z',
    'March 8, 2026 at 3:00 AM',
    'Mar 08, 2026 at 3:00 AM',
    '2026-03-08 at 0300',
  ],
  [
    'America/Los_Angeles',
    '2026-11-01T08:30:00Z',
    'November 1, 2026 at 1:30 AM',
    'Nov 01, 2026 at 1:30 AM',
    '2026-11-01 at 0130',
  ],
  [
    'America/Los_Angeles',
    '2026-11-01T09:30:00Z',
    'November 1, 2026 at 1:30 AM',
    'Nov 01, 2026 at 1:30 AM',
    '2026-11-01 at 0130',
  ],
  [
    'America/New_York',
    '2027-01-01T04:59:59Z',
    'December 31, 2026 at 11:59 PM',
    'Dec 31, 2026 at 11:59 PM',
    '2026-12-31 at 2359',
  ],
  [
    'America/New_York',
    '2027-01-01T05:00:00Z',
    'January 1, 2027 at 12:00 AM',
    'Jan 01, 2027 at 12:00 AM',
    '2027-01-01 at 0000',
  ],
  [
    'Asia/Kolkata',
    '2026-06-30T18:30:00Z',
    'July 1, 2026 at 12:00 AM',
    'Jul 01, 2026 at 12:00 AM',
    '2026-07-01 at 0000',
  ],
  [
    'Asia/Kathmandu',
    '2026-12-31T18:15:00Z',
    'January 1, 2027 at 12:00 AM',
    'Jan 01, 2027 at 12:00 AM',
    '2027-01-01 at 0000',
  ],
  [
    'Australia/Lord_Howe',
    '2026-10-03T15:30:00Z',
    'October 4, 2026 at 2:30 AM',
    'Oct 04, 2026 at 2:30 AM',
    '2026-10-04 at 0230',
  ],
  [
    'Australia/Lord_Howe',
    '2026-04-04T14:45:00Z',
    'April 5, 2026 at 1:45 AM',
    'Apr 05, 2026 at 1:45 AM',
    '2026-04-05 at 0145',
  ],
  [
    'Africa/Cairo',
    '2026-04-23T22:00:00Z',
    'April 24, 2026 at 1:00 AM',
    'Apr 24, 2026 at 1:00 AM',
    '2026-04-24 at 0100',
  ],
  [
    'America/Santiago',
    '2026-04-05T03:30:00Z',
    'April 4, 2026 at 11:30 PM',
    'Apr 04, 2026 at 11:30 PM',
    '2026-04-04 at 2330',
  ],
  [
    'America/St_Johns',
    '2026-03-08T05:30:00Z',
    'March 8, 2026 at 3:00 AM',
    'Mar 08, 2026 at 3:00 AM',
    '2026-03-08 at 0300',
  ],
  [
    'Pacific/Auckland',
    '2199-12-31T11:00:00Z',
    'January 1, 2200 at 12:00 AM',
    'Jan 01, 2200 at 12:00 AM',
    '2200-01-01 at 0000',
  ],
  [
    'Europe/London',
    '1999-12-31T12:00:00Z',
    'December 31, 1999 at 12:00 PM',
    'Dec 31, 1999 at 12:00 PM',
    '1999-12-31 at 1200',
  ],
  [
    'UTC',
    '2028-02-29T00:05:00Z',
    'February 29, 2028 at 12:05 AM',
    'Feb 29, 2028 at 12:05 AM',
    '2028-02-29 at 0005',
  ],
] as const;

const BRAND = {
  name: 'Salon',
  address: '12 Main Street',
  phone: '(925) 555-0142',
  phoneE164: '+19255550142',
  publicUrl: 'https://salon.example',
};
const REASON = { staffMay: false, since: null };
const WANTED = {
  slot: { start: 600, end: 660 },
  windows: [],
  rules: USUAL_STARTS,
  areOwn: false,
  minutes: 30,
  mostMinutes: 720,
  undone: [],
};

/** A reason as staff read it, whose events were at this instant. */
function told(reason: Parameters<typeof reasonText>[0], at: string, timeZone: string) {
  const clock = { date: '2026-11-24', now: new Date(at), timeZone };
  const since: Since = { event_id: '', type: 'DateBlocked', at, actor: { kind: 'system', process: 'test' } };
  return reasonText(reason, { ...WANTED, clock, since });
}

describe.each(TEXTS)('in %s, %s', (timeZone, at, inMail, inReason, inName) => {
  it('reads the same in a mail, a reason and the name of a backup', () => {
    const event = {
      kind: 'api-key-made',
      at: new Date(at),
      who: 'Ada',
      thing: null,
      userAgent: '',
      pausedWebhooks: 0,
    };
    expect(accessGivenContent(event, BRAND, timeZone)?.paragraphs[0]).toContain(
      `This was on ${inMail}, with`,
    );
    const [, time] = inReason.split(' at ');
    const held = { kind: 'held', id: 'h', expiresAt: at, start: 600, end: 660, parts: [] } as const;
    expect(told({ ...REASON, code: 'blocked' }, at, timeZone)).toBe(
      `The date is blocked, since ${inReason} automatically.`,
    );
    expect(told({ ...REASON, code: 'held', obstacle: held }, at, timeZone)).toMatch(`Held until ${time} by`);
    expect(backupName(new Date(at), timeZone, false)).toBe(inName);
    expect(backupName(new Date(at), timeZone, true)).toBe(inName.slice(0, 10));
  });
});

it.each(['src/main.ts', 'scripts/command.ts'])(
  'is formatted in UTC by what %s starts, whatever zone the machine has',
  (file) => {
    // The machine's own clock skips this time.
    const script = `
    await import('${join(ROOT, file)}');
    const { backupName } = await import('${join(ROOT, 'src/backup/nightly.ts')}');
    console.log(backupName(new Date('2026-03-08T02:30:00Z'), 'UTC', false));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: ROOT,
      env: { ...process.env, TZ: 'America/Los_Angeles' },
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe('2026-03-08 at 0230');
  },
);
