import type { SendMailOptions } from 'nodemailer';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { Mail, Sender } from './mail.ts';

const hostOf = ({ address }: Sender) => address.slice(address.lastIndexOf('@') + 1);

/** A part that is encoded here. Nodemailer would encode each part through several streams, at half of the whole cost of a mail. */
const encodedPart = (encoding: string, body: string, ...headers: readonly string[]) => ({
  raw: [...headers, `Content-Transfer-Encoding: ${encoding}`, '', body].join('\r\n'),
});

const base64Part = (content: string, ...headers: readonly string[]) =>
  encodedPart('base64', Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n'), ...headers);

/** A part that people can also read in a file. */
const readablePart = (content: string, ...headers: readonly string[]) =>
  encodedPart('quoted-printable', wrap(encode(content.replaceAll(/\r?\n/g, '\r\n'))), ...headers);

/** A mail in the form that nodemailer accepts. */
export function messageOf({ to, subject, text, html, id, calendar }: Mail, from: Sender): SendMailOptions {
  const alternatives = [
    readablePart(text, 'Content-Type: text/plain; charset=utf-8'),
    base64Part(html, 'Content-Type: text/html; charset=utf-8'),
  ];
  const attachments = [];
  if (calendar) {
    const { method, content } = calendar;
    alternatives.push(base64Part(content, `Content-Type: text/calendar; charset=utf-8; method=${method}`));
    // Some mail programs look for the calendar entry among the alternatives of the text, others among the attachments.
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
    // An object instead of a text, since nodemailer would parse a text, and a comma in it would add a recipient.
    to: { name: '', address: to },
    subject,
    alternatives,
    attachments,
    messageId: `<${id}@${hostOf(from)}>`,
    // Asks for no out-of-office replies: they would go to a mailbox that nobody reads.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
