import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it, onTestFinished } from 'vitest';
import { madeOnce } from '../../src/adapters/made-once.ts';
import { fileMailer } from '../../src/adapters/mail/file.ts';
import type { Mail, Sender } from '../../src/adapters/mail/mail.ts';
import { parseSender, senderOf } from '../../src/adapters/mail/sender.ts';
import { smtpMailer } from '../../src/adapters/mail/smtp.ts';
import { type Mood, startMailServer } from '../support/messages/mail-server.ts';

const FROM: Sender = { name: 'Salon, "Lumière"', address: 'hello@salon.example' };
/** Each is long enough for a busy machine, but for the one that its test is about. */
const PATIENT = { dns: 60_000, connection: 60_000, greeting: 60_000, silence: 60_000, mail: 60_000 };
/** For a server that is silent once it has the mail. */
const SILENT = { ...PATIENT, silence: 3_000 };
const mail = (changes: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.com',
  subject: 'Grüße – und mehr',
  text: 'Hello Ada,\n\nhttps://salon.example/auth?x=1&y=2\n',
  html: '<p>Hello <a href="https://salon.example/auth?x=1&amp;y=2">Ada</a></p>',
  id: '0190b3c2-0000-7000-8000-000000000001',
  ...changes,
});

function mailerTo(url: string, timeouts = PATIENT) {
  const mailer = smtpMailer(url, FROM, timeouts);
  onTestFinished(mailer.close);
  return mailer;
}

async function given(mood: Mood = 'takes', options = {}) {
  const server = await startMailServer(options);
  server.mood = mood;
  onTestFinished(server.stop);
  return { server, mailer: mailerTo(server.url, mood === 'hangs' ? SILENT : PATIENT) };
}

/** A server that says only this, and then nothing. */
async function rawServer(onConnection: (socket: Socket) => void, timeouts = PATIENT) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return mailerTo(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, timeouts);
}

describe('a mail over SMTP', () => {
  it('arrives as it was written, in both forms, from the salon, with its own id', async () => {
    const { server, mailer } = await given();
    expect(await mailer.send(mail())).toEqual({ outcome: 'sent' });
    expect(server.recipients).toEqual(['ada@example.com']);
    expect(server.got).toMatchObject([
      {
        from: { name: FROM.name, address: FROM.address },
        to: [{ address: 'ada@example.com' }],
        subject: 'Grüße – und mehr',
        messageId: '<0190b3c2-0000-7000-8000-000000000001@salon.example>',
        attachments: [],
      },
    ]);
    expect(server.got[0]?.text?.trim()).toBe(mail().text.trim());
    expect(server.got[0]?.html?.trim()).toBe(mail().html);
    const headers = Object.fromEntries(server.got[0]?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers).toMatchObject({ 'auto-submitted': 'auto-generated' });
  });

  it('goes to addresses with signs, and to domains in any letters', async () => {
    const { server, mailer } = await given();
    await mailer.send(mail({ to: '#1mom&o@пример.рф' }));
    // The server tells the domain in its letters, whichever way it was sent.
    expect(server.recipients).toEqual(['#1mom&o@пример.рф']);
    expect(server.got[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'to', value: '#1mom&o@xn--e1afmkfd.xn--p1ai' }),
    );
  });

  it('goes to one address, even if others are written into it', async () => {
    const { server, mailer } = await given();
    await mailer.send(mail({ to: 'ada@example.com, eve@example.com' }));
    await mailer.send(mail({ to: 'ada@example.com\r\nBcc: eve@example.com' }));
    expect(server.recipients).not.toContain('eve@example.com');
  });

  it('is one of a hundred on two connections', async () => {
    let connections = 0;
    const { server, mailer } = await given('takes', {
      onConnect: (_session: unknown, callback: () => void) => {
        connections += 1;
        callback();
      },
    });
    const all = Array.from({ length: 100 }, (_, n) => mailer.send(mail({ id: `n${n}` })));
    expect(new Set((await Promise.all(all)).map(({ outcome }) => outcome))).toEqual(new Set(['sent']));
    expect([server.got.length, connections]).toEqual([100, 2]);
  });
});

/** A server that does as it should until it hears this, or has the whole mail. */
const serverThat = (hears: RegExp | 'the mail', then: (socket: Socket) => void) =>
  rawServer((socket) => {
    let heard = '';
    if (hears !== 'the mail' && hears.test('')) return then(socket);
    socket.write('220 hello\r\n');
    socket.on('data', (chunk: Buffer) => {
      heard += chunk;
      const isInMail = heard.includes('DATA\r\n');
      const isOver = hears === 'the mail' ? heard.endsWith('\r\n.\r\n') : hears.test(heard);
      if (isOver) then(socket);
      else if (chunk.toString() === 'DATA\r\n') socket.write('354 go on\r\n');
      else if (!isInMail) socket.write('250 fine\r\n');
    });
  });

describe('a mail that is not taken', () => {
  it.each<[Mood, object]>([
    [
      { at: 'recipient', code: 550 },
      { outcome: 'refused', code: '550' },
    ],
    [
      { at: 'mail', code: 554 },
      { outcome: 'refused', code: '554' },
    ],
    [
      { at: 'recipient', code: 450 },
      { outcome: 'passing', code: '450' },
    ],
    [
      { at: 'mail', code: 451 },
      { outcome: 'passing', code: '451' },
    ],
    ['hangs', { outcome: 'unknown', code: 'SOCKET_TIMEOUT' }],
  ])('by a server that is in the mood %o has the outcome %o', async (mood, outcome) => {
    const { mailer } = await given(mood);
    expect(await mailer.send(mail())).toEqual(outcome);
  });

  it('may succeed later when nothing listens', async () => {
    const { server, mailer } = await given();
    await server.stop();
    expect(await mailer.send(mail())).toMatchObject({ outcome: 'passing' });
  });

  it.each([
    ['before its greeting', /^$/],
    ['at the first command', /EHLO/],
    ['when it hears of the mail', /MAIL FROM/],
    ['when it hears of the recipient', /RCPT TO/],
    ['when it is offered the mail', /DATA/],
  ])('may succeed later when the server hangs up %s', async (_when, hears) => {
    const leaving = await serverThat(hears, (socket) => socket.end());
    expect(await leaving.send(mail())).toMatchObject({ outcome: 'passing' });
    const resetting = await serverThat(hears, (socket) => socket.resetAndDestroy());
    expect(await resetting.send(mail())).toMatchObject({ outcome: 'passing' });
  });

  it('may have arrived when the server hangs up once it has the mail', async () => {
    const leaving = await serverThat('the mail', (socket) => socket.end());
    expect(await leaving.send(mail())).toMatchObject({ outcome: 'unknown' });
    const resetting = await serverThat('the mail', (socket) => socket.resetAndDestroy());
    expect(await resetting.send(mail())).toMatchObject({ outcome: 'unknown' });
  });

  it('may succeed later when its turn does not come, and is not sent then', async () => {
    const { server, mailer } = await given('hangs');
    const soon = AbortSignal.timeout(300);
    // They occupy every connection.
    const first = [mailer.send(mail({ id: 'first' })), mailer.send(mail({ id: 'second' }))];
    expect(await mailer.send(mail({ id: 'late' }), soon)).toMatchObject({ outcome: 'passing' });
    server.mood = 'takes';
    await Promise.all(first);
    expect(await mailer.send(mail({ id: 'next' }))).toEqual({ outcome: 'sent' });
    expect(server.got.map(({ messageId }) => messageId)).not.toContain('<late@salon.example>');
  });

  it('may succeed later when the password is wrong, which is not about the mail', async () => {
    const server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(new Error('Invalid username or password')),
    });
    onTestFinished(server.stop);
    const url = server.url.replace('//', '//salon:hidden@');
    expect(await mailerTo(url).send(mail())).toEqual({ outcome: 'passing', code: '535' });
  });

  it('does not give a password to another machine in clear', async () => {
    let offered = false;
    const server = await startMailServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => {
        offered = true;
        callback(null, { user: 'salon' });
      },
    });
    onTestFinished(server.stop);
    const here = mailerTo(server.url.replace('//', '//salon:hidden@'));
    const elsewhere = mailerTo(`smtp://salon:hidden@0.0.0.0:${server.port}`);
    expect(await elsewhere.send(mail())).toMatchObject({ outcome: 'passing' });
    expect(offered).toBe(false);
    expect(await here.send(mail())).toEqual({ outcome: 'sent' });
  });

  it('waits neither for a greeting that does not come nor for one that trickles in', async () => {
    const silent = await rawServer(() => {}, { ...PATIENT, greeting: 500 });
    expect(await silent.send(mail())).toEqual({ outcome: 'passing', code: 'GREETING_TIMEOUT' });
    const trickling = await rawServer(
      (socket) => {
        socket.write('220 hello\r\n250');
        const trickle = setInterval(() => socket.write(' '), 100);
        socket.on('close', () => clearInterval(trickle));
      },
      { ...PATIENT, mail: 3_000 },
    );
    // It would trickle for ever.
    expect(await trickling.send(mail())).toMatchObject({ outcome: 'passing' });
  });

  it('keeps its id at the next try', async () => {
    const { server, mailer } = await given('hangs');
    await mailer.send(mail());
    server.mood = 'takes';
    expect(await mailer.send(mail())).toEqual({ outcome: 'sent' });
    expect(new Set(server.got.map(({ messageId }) => messageId)).size).toBe(1);
    expect(server.got).toHaveLength(2);
  });
});

describe('a connection to the server that takes messages', () => {
  it('is made once, and again only where that failed', async () => {
    let tries = 0;
    const transport = madeOnce(async () => {
      tries += 1;
      if (tries === 1) throw new Error('too many open files');
      return tries;
    });
    await expect(transport.get()).rejects.toThrow('too many open files');
    expect([await transport.get(), await transport.get()]).toEqual([2, 2]);
  });
});

describe('a mail without a mail server', () => {
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'salon-mail-'));
    onTestFinished(() => rm(path, { recursive: true, force: true }));
    return path;
  };

  it('is a file for its owner alone, written again in place', async () => {
    const mailbox = join(await folder(), 'mail');
    const mailer = fileMailer(mailbox, FROM);
    await mailer.send(mail());
    expect(await mailer.send(mail())).toEqual({ outcome: 'sent' });
    expect(await readdir(mailbox)).toEqual([`${mail().id}.eml`]);
    const file = join(mailbox, `${mail().id}.eml`);
    expect([(await stat(mailbox)).mode & 0o777, (await stat(file)).mode & 0o777]).toEqual([0o700, 0o600]);
    const read = await PostalMime.parse(await readFile(file));
    expect(read).toMatchObject({ subject: mail().subject, to: [{ address: 'ada@example.com' }] });
    expect(read.html?.trim()).toBe(mail().html);
  });

  it('fails, to be written later, when there is no room for it', async () => {
    const taken = join(await folder(), 'mail');
    await writeFile(taken, '');
    await expect(fileMailer(taken, FROM).send(mail())).rejects.toThrow('EEXIST');
  });
});

describe('the sender', () => {
  it.each([
    ['hello@salon.example', { name: '', address: 'hello@salon.example' }],
    ['Salon <hello@salon.example>', { name: 'Salon', address: 'hello@salon.example' }],
    ['"Salon, Hair" <hello@salon.example>', { name: 'Salon, Hair', address: 'hello@salon.example' }],
    ['Salon', undefined],
    ['Salon <hello>', undefined],
    ['a@b.example, c@d.example', undefined],
    ['Salon <a@b.example> <c@d.example>', undefined],
  ])('is read from %s', (text, sender) => {
    expect(parseSender(text)).toEqual(sender);
  });

  it('is the setting, else what the profile names, else an address of the site', () => {
    const profile = (contact: string) => ({
      name: 'Lumière',
      links: { contact, facebook: '', instagram: '' },
    });
    const url = 'https://salon.example:8443';
    const set = { mailFrom: 'post@mail.example' };
    const unset = { mailFrom: undefined };
    expect(senderOf(set, profile('mailto:us@salon.example'), url)).toEqual({
      name: 'Lumière',
      address: 'post@mail.example',
    });
    expect(senderOf(unset, profile('mailto:us@salon.example?subject=Hi'), url).address).toBe(
      'us@salon.example',
    );
    expect(senderOf(unset, profile('/contact'), url).address).toBe('no-reply@salon.example');
  });
});
