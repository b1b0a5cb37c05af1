import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailKind } from '../../../src/features/accounts/mails/mail-texts.ts';
import { accountMails } from '../../support/accounts/account-mails.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { type MailServer, startMailServer } from '../../support/messages/mail-server.ts';
import { FRIDAY_MORNING, givenSalon, type TestSalon } from '../../support/server/server.ts';

const PUBLIC_URL = 'https://salon.example';

let server: MailServer;
let salon: TestSalon;
let mails: Awaited<ReturnType<typeof accountMails>>;
const clock = FRIDAY_MORNING;
beforeAll(async () => {
  server = await startMailServer();
  salon = await givenSalon({ settings: { SMTP_URL: server.url, PUBLIC_URL } });
  mails = await accountMails(salon.database.pool, () => clock);
});
afterAll(async () => {
  await mails.stop();
  await salon.stop();
  await server.stop();
});
beforeEach(() => {
  server.mood = 'takes';
});

let visitors = 0;
const somebody = () => {
  visitors += 1;
  return `ada${visitors}@example.com`;
};
const mailsTo = (address: string) =>
  server.got.filter(({ to }) => to?.some((recipient) => recipient.address === address));
const mailTo = (address: string) =>
  eventually(() => {
    const [mail, ...more] = mailsTo(address);
    expect([mail?.subject, more]).toEqual([expect.any(String), []]);
    return mail as NonNullable<typeof mail>;
  });
const jobs = async () => {
  const { rows } = await salon.database.pool.query<{ line: string; name: string; state: string }>(
    'select name, state, job::text as line from pgboss.job',
  );
  return rows;
};

/** The addresses that a mail leads to, in each of its forms. */
const linksIn = ({ text = '', html = '' }: Pick<Email, 'text' | 'html'>) => ({
  text: text.match(/https?:\S+/g) ?? [],
  html: [...html.matchAll(/href="(http[^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&')),
});

describe('a mail about an account', () => {
  it.each<[MailKind, (token: string) => string]>([
    [
      'confirmation',
      (token) =>
        `${PUBLIC_URL}/auth/v1/verify?token=${token}&type=signup&redirect_to=https%3A%2F%2Fsalon.example%2F`,
    ],
    ['recovery', (token) => `${PUBLIC_URL}/auth#type=recovery&token_hash=${token}`],
    ['account-ready', () => `${PUBLIC_URL}/auth?step=forgot`],
    ['password-changed', () => `${PUBLIC_URL}/auth?step=forgot`],
    ['factor-added', () => `${PUBLIC_URL}/auth?step=forgot`],
    ['factor-removed', () => `${PUBLIC_URL}/auth?step=forgot`],
    ['account-exists', () => `${PUBLIC_URL}/auth?step=forgot`],
  ])('leads to the site, and nowhere else, in both of its forms: %s', async (kind, url) => {
    const to = somebody();
    const token = await mails.ask({ kind, to });
    const mail = await mailTo(to);
    const links = linksIn(mail);
    expect(links.text).toEqual([url(token)]);
    expect(new Set(links.html)).toEqual(new Set([PUBLIC_URL, url(token)]));
    expect(mail.from).toEqual({ name: 'Lumière Hair Studio', address: 'no-reply@salon.example' });
    expect(mail.subject).toMatch(/Lumière Hair Studio/);
    expect(mail.text).toContain('(925) 555-0142');
    // The name is left out: a stranger may choose any name and sign up with somebody else's address.
    expect(JSON.stringify(mail)).not.toContain('Bold');
    expect(mail.html?.length).toBeLessThan(60_000);
    expect(mail.html).not.toMatch(/<img|<script|url\(|@import/i);
  });

  it('goes to a new address, not to the former one', async () => {
    const [to, newEmail] = [somebody(), somebody()];
    const token = await mails.ask({ kind: 'email-change', to, newEmail });
    const mail = await mailTo(newEmail);
    expect(linksIn(mail).text).toEqual([`${PUBLIC_URL}/auth#type=email_change&token_hash=${token}`]);
    expect(mailsTo(to)).toEqual([]);
  });

  it('is not sent once its link is of no use', async () => {
    const [used, old, fresh] = [somebody(), somebody(), somebody()];
    server.mood = { at: 'recipient', code: 450 };
    await mails.ask({ kind: 'recovery', to: used });
    await mails.ask({ kind: 'recovery', to: old });
    await salon.database.pool.query(
      'update accounts.one_time_tokens set used_at = now() where user_id = (select id from accounts.users where email = $1)',
      [used],
    );
    await salon.database.pool.query(
      'update accounts.one_time_tokens set expires_at = $2 where user_id = (select id from accounts.users where email = $1)',
      [old, clock],
    );
    // A try that began before the updates is still refused, and then waits for the next one.
    await eventually(async () =>
      expect((await jobs()).filter(({ state }) => state !== 'completed')).toEqual([]),
    );
    server.mood = 'takes';
    await mails.ask({ kind: 'recovery', to: fresh });
    await mailTo(fresh);
    expect([mailsTo(used), mailsTo(old)]).toEqual([[], []]);
  });
});

describe('while the mail server', () => {
  it('is away, mails wait, and arrive once it is back', async () => {
    const to = somebody();
    const { port } = server;
    await server.stop();
    await mails.ask({ kind: 'recovery', to });
    await eventually(() => expect(salon.logged.join('')).toMatch(/MailNotSent/));
    server = await startMailServer({}, port);
    await mailTo(to);
  });

  it('says to come again later, mails are tried again', async () => {
    const to = somebody();
    server.mood = { at: 'recipient', code: 451 };
    await mails.ask({ kind: 'recovery', to });
    await eventually(() => expect(server.recipients).toContain(to));
    server.mood = 'takes';
    await mailTo(to);
    expect(server.recipients.filter((recipient) => recipient === to).length).toBeGreaterThan(1);
  });

  it('refuses a mail for good, it is asked once, and the mail is among the dead letters', async () => {
    const to = somebody();
    server.mood = { at: 'recipient', code: 550 };
    await mails.ask({ kind: 'recovery', to });
    await eventually(async () =>
      expect((await jobs()).filter(({ name }) => name === 'account-mails.dead')).toMatchObject([
        { line: expect.stringContaining('refuses the mail (550)') },
      ]),
    );
    expect(server.recipients.filter((recipient) => recipient === to)).toEqual([to]);
    // A scrape leaves out what couldn't be read in time.
    await eventually(async () =>
      expect((await salon.get('/metrics')).text).toMatch(
        /salon_jobs\{queue="account-mails",state="dead"\} [1-9]/,
      ),
    );
  });
});

it('puts neither an address nor a link into jobs and logs', async () => {
  const to = somebody();
  const token = await mails.ask({ kind: 'recovery', to });
  await mailTo(to);
  const kept = [...(await jobs()).map(({ line }) => line), ...salon.logged].join('\n');
  expect(kept).toContain('account-mails');
  expect(kept).not.toContain(token);
  expect(kept).not.toMatch(/ada\d*@example\.com/);
});
