import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from '../machine/free-port.ts';

export type Mood =
  | 'takes'
  | { readonly at: 'recipient' | 'mail'; readonly code: number }
  /** Gets the whole mail and never answers. */
  | 'hangs';

/** A real mail server in this process. */
export interface MailServer {
  readonly url: string;
  readonly port: number;
  /** The mails it has got whole, also those that it refused after that or never answered. */
  readonly got: readonly Email[];
  /** The addresses in its `RCPT TO` commands. */
  readonly recipients: readonly string[];
  mood: Mood;
  stop(): Promise<void>;
}

const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });

export async function startMailServer(
  options: SMTPServerOptions = {},
  formerPort?: number,
): Promise<MailServer> {
  const port = formerPort ?? (await freePort());
  const got: Email[] = [];
  const recipients: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    // Hanging up doesn't wait for clients that keep their connection.
    closeTimeout: 100,
    onRcptTo({ address }, _session, callback) {
      const { mood } = mails;
      recipients.push(address);
      if (typeof mood === 'object' && mood.at === 'recipient') {
        callback(refusal(mood.code, `nobody is called ${address}`));
      } else callback();
    },
    onData(stream, _session, callback) {
      const { mood } = mails;
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        got.push(await PostalMime.parse(Buffer.concat(chunks)));
        if (mood === 'hangs') return;
        if (typeof mood === 'object') callback(refusal(mood.code, 'not now'));
        else callback();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = once(server.server, 'listening');
  server.listen(port, '127.0.0.1');
  await listening;
  const mails: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    got,
    recipients,
    mood: 'takes',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mails;
}
