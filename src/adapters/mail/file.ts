import { join } from 'node:path';
import { writePrivateFile } from '../private-file.ts';
import type { Mailer, Sender } from './mail.ts';
import { messageOf } from './message.ts';

/** Writes each mail to a file of its own, for an installation without a mail server; a mail written again replaces itself. */
export function fileMailer(folder: string, from: Sender): Mailer {
  // Loaded for the first mail: a start needn't wait for it.
  const opened = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true });
  };
  let transport: ReturnType<typeof opened> | undefined;
  return {
    async send(mail) {
      transport ??= opened();
      const { message } = await (await transport).sendMail(messageOf(mail, from));
      await writePrivateFile(join(folder, `${mail.id}.eml`), message as Buffer);
      return { outcome: 'sent' };
    },
    close: () => {},
  };
}
