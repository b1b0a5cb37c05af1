import type { Sender } from '../../adapters/mail/mail.ts';
import { changeSendingKeys, getSendingKeys, sendTest } from '../../contracts/settings/sending-keys.ts';
import { versioned } from '../../http/operation/answer.ts';
import { requireFresh } from '../../http/operation/caller.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { SendingKeyCommands } from './commands.ts';
import type { KeysConfig, KeysNow } from './keys-now.ts';
import type { SendTest } from './send-test.ts';

interface SendingKeysRoutesDeps {
  readonly on: Mount;
  readonly commands: SendingKeyCommands;
  readonly config: KeysConfig;
  readonly keysNow: Pick<KeysNow, 'shown' | 'load'>;
  readonly test: SendTest;
  readonly sender: Sender;
  readonly webhook: string;
  now(): Date;
}

const hostOf = (url: string | undefined) => (url === undefined ? null : new URL(url).hostname);

/** Routes by which staff see, change and try what messages are sent with. No answer has anything secret. */
export function sendingKeysRoutes(deps: SendingKeysRoutesDeps): void {
  const { on, commands, config, keysNow, test, sender, webhook, now } = deps;

  on(getSendingKeys, async () => {
    const version = await commands.version();
    // Keys that were read earlier may be older than the log.
    await keysNow.load();
    const { source, rows } = keysNow.shown();
    const shown = (channel: 'sms' | 'email') => {
      const saved = source[channel] === 'saved' ? rows[channel] : undefined;
      return {
        source: source[channel],
        is_readable: saved?.keys !== 'unreadable',
        saved_at: saved?.savedAt?.toISOString() ?? null,
      };
    };
    const [sms, email] = [rows.sms?.keys, rows.email?.keys];
    return versioned({
      sms: {
        ...shown('sms'),
        from: config.twilio?.from ?? (typeof sms === 'object' ? sms.from : null),
        webhook,
      },
      email: {
        ...shown('email'),
        host: hostOf(config.smtpUrl) ?? (typeof email === 'object' ? email.host : null),
        from: sender.address,
      },
      version,
    });
  });

  on(changeSendingKeys, async ({ body, caller, run }) => {
    requireFresh(caller, now());
    return versioned(await commands.change(body, run));
  });

  on(sendTest, async ({ body, caller }) => ({
    body: body.channel === 'sms' ? await test.text(body.to) : await test.mail(caller.email),
  }));
}
