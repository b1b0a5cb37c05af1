import type { MailContent } from '../../../../adapters/mail/layout.ts';

/** How many minutes a code works. */
export const CODE_MINUTES = 10;

/** The text message with a code. Because of the last line, browsers on phones offer the code on this site only. */
export const codeText = (salonName: string, code: string, host: string): string =>
  `${code} is your booking code for ${salonName}. It works for ${CODE_MINUTES} minutes. Never tell it to anyone.\n\n@${host} #${code}`;

/** The mail with a code. It addresses nobody by name, since somebody may have entered another person's address. */
export const codeMail = (salonName: string, code: string): MailContent => ({
  subject: `${code} is your booking code for ${salonName}`,
  preview: `It works for ${CODE_MINUTES} minutes.`,
  heading: 'Your booking code',
  paragraphs: [
    `You are about to book an appointment at ${salonName}. Please enter this code on the page where you are booking.`,
  ],
  code,
  notes: [
    `The code works for ${CODE_MINUTES} minutes, and for this one booking. Never tell it to anyone; we won’t ask for it by phone.`,
    'If you aren’t booking an appointment, please ignore this mail: nothing will happen without the code.',
  ],
});
