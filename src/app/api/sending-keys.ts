import { senderNow } from '../../adapters/mail/sender.ts';
import { createUsageCounts } from '../../adapters/postgres/usage-counts.ts';
import { deriveKey } from '../../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../../adapters/secrets/limit-subjects.ts';
import { createKeyedMutex } from '../../eventsourcing/async/keyed-mutex.ts';
import { createEventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { TWILIO_PATH } from '../../features/messages/webhook/webhook.ts';
import { createSendingKeyCommands } from '../../features/sending-keys/commands.ts';
import { sendingKeysDecider } from '../../features/sending-keys/decider.ts';
import { sendingKeysRoutes } from '../../features/sending-keys/routes.ts';
import { createSendTest } from '../../features/sending-keys/send-test.ts';
import { mailerOf } from '../senders.ts';
import { shownBy } from '../shown-by.ts';
import type { ApiContext } from './context.ts';

/** Operations on what messages are sent with. */
export function sendingKeysOperations({
  on,
  log,
  pool,
  config,
  publicUrl,
  secretKey,
  profile,
  sendingKeys: { stored, now: keysNow },
  senders,
  followed,
  toE164,
  now,
  closing,
}: ApiContext): void {
  // Its own, so that codes that visitors ask for don't keep a test waiting for a connection.
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
      shown: shownBy(followed),
    }),
    test: createSendTest({
      ...senders,
      mailer,
      keysNow: keysNow.now,
      counts: createUsageCounts(pool),
      subject: limitSubjects(deriveKey(secretKey, 'message-limit/v1'))('test'),
      toE164,
    }),
  });
}
