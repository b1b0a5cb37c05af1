import type { SendMailOptions } from 'nodemailer';
import type { Mail, Sender } from './mail.ts';

const hostOf = ({ address }: Sender) => address.slice(address.lastIndexOf('@') + 1);

/** A mail as nodemailer takes it. */
export const messageOf = (
  { to, subject, text, html, id, calendar }: Mail,
  from: Sender,
): SendMailOptions => ({
  from: { ...from },
  // As an object, since a text would be parsed: a comma in it would add a recipient.
  to: { name: '', address: to },
  subject,
  text,
  html,
  ...(calendar && { icalEvent: { filename: 'appointment.ics', ...calendar } }),
  messageId: `<${id}@${hostOf(from)}>`,
  // Out-of-office replies would go to a mailbox that nobody reads.
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  disableFileAccess: true,
  disableUrlAccess: true,
});
