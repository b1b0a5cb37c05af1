import type { Router } from 'express';
import { createSignatureCheck } from '../adapters/sms/twilio-signature.ts';
import { sealedEventStore } from '../eventsourcing/sealing/sealed-event-store.ts';
import { messagesStream } from '../features/messages/events.ts';
import { createReplies } from '../features/messages/replies.ts';
import { lastBookingTexted } from '../features/messages/sending/text-counts.ts';
import { createStatusReports } from '../features/messages/status-reports.ts';
import { twilioWebhook } from '../features/messages/webhook.ts';
import { createMessageAppends } from '../features/messages/worker/append.ts';
import { createOutcomeRecorder } from '../features/messages/worker/record.ts';
import { createMinuteLimit } from '../http/limits/rate-limits.ts';
import type { AppContext } from './context.ts';
import { limitHasher, numberHasher } from './number-hashes.ts';
import { smsProviderOf } from './senders.ts';
import type { Stores } from './stores.ts';

/** What the provider of texts calls; undefined for an installation without an account there. */
export function composeWebhooks(
  { log, keys, pool }: Stores,
  { config, publicUrl, secretKey, now }: AppContext,
): Router | undefined {
  if (!config.twilio) return undefined;
  const appends = createMessageAppends({ store: sealedEventStore(log, keys), now });
  const recorder = createOutcomeRecorder({ store: log, appends, streamOf: messagesStream });
  return twilioWebhook({
    publicUrl,
    limitOfForged: createMinuteLimit(config.rateLimitPerMinute),
    isSigned: createSignatureCheck(config.twilio.authToken),
    receiveStatus: createStatusReports(recorder),
    receiveReply: createReplies({
      recorder,
      provider: smsProviderOf(config, publicUrl, now),
      lastBookingOf: lastBookingTexted(pool, limitHasher(secretKey)),
      hashNumber: numberHasher(secretKey),
      now,
    }),
  });
}
