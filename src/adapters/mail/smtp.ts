import { type Readable, Transform } from 'node:stream';
import type { SendMailOptions } from 'nodemailer';
import { madeOnce } from '../made-once.ts';
import type { Mailer, MailOutcome, Sender } from './mail.ts';
import { messageOf } from './message.ts';

/** The longest waits for a mail server, in milliseconds. By default nodemailer waits for minutes. */
interface SmtpTimeouts {
  readonly dns: number;
  readonly connection: number;
  readonly greeting: number;
  /** The longest silence of the server in the middle of a mail. */
  readonly silence: number;
  /** For a whole mail, with its wait in the pool. Needed because a server that sends its answers in tiny pieces is never silent. */
  readonly mail: number;
}

const TIMEOUTS: SmtpTimeouts = {
  dns: 5_000,
  connection: 10_000,
  greeting: 10_000,
  silence: 15_000,
  mail: 40_000,
};
const CONNECTIONS = 2;

/** The fields of nodemailer's errors. */
interface SmtpFailure {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
  readonly timeoutType?: string;
}

/** A mail in the form that the transport accepts. */
interface Message extends SendMailOptions {
  /** An option of nodemailer that its types don't have yet. */
  readonly signal: AbortSignal;
  /** Called at each try of the pool, with the stream from which the server gets the mail. */
  offered(content: Readable): void;
}

/** Commands whose reply is about the mail itself, and not about us or the connection. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/;

/** @param mayHaveIt whether a server has read any part of the mail. Then only its reply shows whether it accepted the mail. */
function outcomeOf(
  { code, responseCode, command = '', timeoutType = '' }: SmtpFailure,
  mayHaveIt: boolean,
): MailOutcome {
  if (responseCode !== undefined) {
    const isRefusal = responseCode >= 500 && ABOUT_THE_MAIL.test(command);
    return { outcome: isRefusal ? 'refused' : 'passing', code: String(responseCode) };
  }
  const known = code ?? 'no answer';
  // The address can't be written in SMTP at all.
  if (code === 'EENVELOPE') return { outcome: 'refused', code };
  return { outcome: mayHaveIt ? 'unknown' : 'passing', code: timeoutType || known };
}

/** Joins the some thirty pieces that nodemailer makes of a mail. Otherwise each would be a write to the server of its own. */
function inOnePiece(): Transform {
  const pieces: Buffer[] = [];
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
    flush(done) {
      done(null, Buffer.concat(pieces));
    },
  });
}

const isThisMachine = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

/**
 * Sends over SMTP, by two connections that stay open.
 *
 * @param url the setting `SMTP_URL`. If it contains a password and names another machine, the connection must be encrypted.
 */
export function smtpMailer(url: string, from: Sender, timeouts: SmtpTimeouts = TIMEOUTS): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const transport = madeOnce(async () => {
    const { createTransport } = await import('nodemailer');
    const opened = createTransport({
      pool: true,
      maxConnections: CONNECTIONS,
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      requireTLS: !secure && password !== '' && !isThisMachine(hostname),
      ...(username !== '' && { auth }),
      dnsTimeout: timeouts.dns,
      connectionTimeout: timeouts.connection,
      greetingTimeout: timeouts.greeting,
      socketTimeout: timeouts.silence,
    });
    // Losing a kept connection doesn't matter: the next mail opens another.
    opened.on('error', () => {});
    opened.use('stream', ({ message, data }, done) => {
      const read = message.createReadStream.bind(message);
      message.createReadStream = (options) => {
        const content = inOnePiece();
        (data as Message).offered(content);
        const pieces = read(options);
        pieces.on('error', (error: Error) => content.destroy(error));
        pieces.pipe(content);
        return content;
      };
      done();
    });
    return opened;
  });
  return {
    async send(mail, signal) {
      const deadline = AbortSignal.timeout(timeouts.mail);
      const contents: Readable[] = [];
      const message: Message = {
        ...messageOf(mail, from),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
        offered: (content) => contents.push(content),
      };
      try {
        await (await transport.get()).sendMail(message);
        return { outcome: 'sent' };
      } catch (error) {
        return outcomeOf(
          error as SmtpFailure,
          contents.some((content) => content.readableDidRead),
        );
      }
    },
    close: () =>
      void transport.ifMade?.then(
        (open) => open.close(),
        () => {},
      ),
  };
}
