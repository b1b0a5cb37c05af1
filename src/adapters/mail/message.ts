import type { SendMailOptions } from 'nodemailer';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { Mail, Sender } from './mail.ts';

const hostOf = ({ address }: Sender) => address.slice(address.lastIndexOf('@') + 1);

/** A part that is encoded already: nodemailer would lead each through streams of its own, for half of what a mail costs. */
const encodedPart = (encoding: string, body: string, ...headers: readonly string[]) => ({
  raw: [...headers, `Content-Transfer-Encoding: ${encoding}`, '', body].join('\r\n'),
});

const base64Part = (content: string, ...headers: readonly string[]) =>
  encodedPart('base64', Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n'), ...headers);

/** Readable in a file as well. */
const readablePart = (content: string, ...headers: readonly string[]) =>
  encodedPart('quoted-printable', wrap(encode(content.replaceAll(/\r?\n/g, '\r\n'))), ...headers);

/** A mail as nodemailer takes it. */
export function messageOf({ to, subject, text, html, id, calendar }: Mail, from: Sender): SendMailOptions {
  const alternatives = [
    readablePart(text, 'Content-Type: text/plain; charset=utf-8'),
    base64Part(html, 'Content-Type: text/html; charset=utf-8'),
  ];
  const attachments = [];
  if (calendar) {
    const { method, content } = calendar;
    alternatives.push(base64Part(content, `Content-Type: text/calendar; charset=utf-8; method=${method}`));
    // Some programs look for the entry in the text, others among the files.
    attachments.push(
      base64Part(
        content,
        'Content-Type: application/ics; name=appointment.ics',
        'Content-Disposition: attachment; filename=appointment.ics',
      ),
    );
  }
  return {
    from: { ...from },
    // As an object, since a text would be parsed: a comma in it would add a recipient.
    to: { name: '', address: to },
    subject,
    alternatives,
    attachments,
    messageId: `<${id}@${hostOf(from)}>`,
    // Out-of-office replies would go to a mailbox that nobody reads.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
