import { join } from 'node:path';
import { madeOnce } from '../made-once.ts';
import { writePrivateFile } from '../private-file.ts';
import type { Mailer, Sender } from './mail.ts';
import { messageOf } from './message.ts';

/** Writes each mail to a file of its own, for an installation without a mail server. The same mail again replaces its file. */
export function fileMailer(folder: string, from: Sender): Mailer {
  const transport = madeOnce(async () =>
    (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true }),
  );
  return {
    async send(mail) {
      const { message } = await (await transport.get()).sendMail(messageOf(mail, from));
      await writePrivateFile(join(folder, `${mail.id}.eml`), message as Buffer);
      return { outcome: 'sent' };
    },
    close: () => {},
  };
}
