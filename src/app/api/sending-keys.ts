import { senderNow } from '../../adapters/mail/sender.ts';
import { isPhoneCountry, toE164 } from '../../adapters/phone.ts';
import { createUsageCounts } from '../../adapters/postgres/usage-counts.ts';
import type { ProfileNow } from '../../adapters/salon-profile/live-profile.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../../adapters/secrets/limit-subjects.ts';
import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import type { Messages } from '../../features/messages/compose.ts';
import { createSendingSwitch } from '../../features/messages/pause/switch.ts';
import { isServedBy } from '../../features/messages/rules.ts';
import { TWILIO_PATH } from '../../features/messages/webhook/webhook.ts';
import { createSendingKeyCommands } from '../../features/sending-keys/commands.ts';
import { sendingKeysDecider } from '../../features/sending-keys/decider.ts';
import { sendingKeysRoutes } from '../../features/sending-keys/routes.ts';
import { createSendTest } from '../../features/sending-keys/send-test.ts';
import type { AppContext } from '../context.ts';
import { mailBrandOf, mailerOf, tryTextOf } from '../senders.ts';
import type { Stores } from '../stores.ts';
import type { WriteSide } from '../write-side.ts';
import type { ResourceDeps } from './operations.ts';
import { shownBy } from './settings.ts';

interface SendingKeysDeps extends Pick<ResourceDeps, 'on'> {
  readonly stores: Pick<Stores, 'log' | 'pool'>;
  readonly context: AppContext;
  readonly profile: ProfileNow;
  readonly writeSide: Pick<WriteSide, 'sendingKeys' | 'followed'>;
  readonly optOutOf: Messages['optOutOf'];
}

/** Operations on what messages are sent with. */
export function sendingKeysOperations(deps: SendingKeysDeps): void {
  const { on, stores, context, profile, writeSide, optOutOf } = deps;
  const { log, pool } = stores;
  const { config, publicUrl, secretKey, now, closing } = context;
  const { stored, now: keysNow } = writeSide.sendingKeys;
  const mailer = mailerOf(config, keysNow.now, profile, publicUrl);
  closing.defer(async () => mailer.close());
  sendingKeysRoutes({
    on,
    config,
    keysNow,
    sender: senderNow(config, profile, publicUrl),
    webhook: `${publicUrl}${TWILIO_PATH}`,
    now,
    commands: createSendingKeyCommands({
      streams: createEventStreams(log, sendingKeysDecider, { mutex: createKeyedMutex(), now }),
      stored,
      keysNow,
      shown: shownBy(writeSide.followed),
    }),
    test: createSendTest({
      keysNow: keysNow.now,
      tryText: tryTextOf(config, keysNow.now, now),
      mailer,
      brand: mailBrandOf(profile, publicUrl),
      sending: createSendingSwitch(pool, now),
      counts: createUsageCounts(pool),
      subject: limitSubjects(deriveKey(secretKey, 'message-limit/v1'))('test'),
      toE164(phone) {
        const { country } = profile().address;
        return isPhoneCountry(country) ? toE164(phone, country) : null;
      },
      isServed: isServedBy(profile),
      takesTexts: async (number) => (await optOutOf(number)) === null,
    }),
  });
}
