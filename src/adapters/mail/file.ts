import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer, Sender } from './mail.ts';
import { messageOf } from './message.ts';

/**
 * Writes each mail to a file of its own, readable by this account alone, for an installation without a mail server. Under
 * another name first, so that whoever looks never finds half a mail; a mail written again replaces itself.
 */
export function fileMailer(folder: string, from: Sender): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      const { message } = await transport.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${mail.id}.eml`);
      const draft = `${file}.new`;
      try {
        const handle = await open(draft, 'w', 0o600);
        try {
          await handle.writeFile(message as Buffer);
          await handle.sync();
        } finally {
          await handle.close();
        }
        await rename(draft, file);
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
      return { outcome: 'sent' };
    },
    close: () => {},
  };
}
