import { randomUUID } from 'node:crypto';
import { createUsageCounts } from '../adapters/postgres/usage-counts.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../adapters/secrets/limit-subjects.ts';
import { createCodeSending } from '../features/booking/admission/codes/code-sending.ts';
import { createCodeStore } from '../features/booking/admission/codes/code-store.ts';
import { type ContactCodes, createContactCodes } from '../features/booking/admission/codes/contact-codes.ts';
import { createOptOutOf, numberHasher } from '../features/messages/numbers.ts';
import { createSendingSwitch } from '../features/messages/pause/switch.ts';
import { isServedBy } from '../features/messages/rules.ts';
import type { AppContext } from './context.ts';
import { mailBrandOf, mailerOf, textsOf } from './senders.ts';
import type { Stores } from './stores.ts';

/** Wires the codes by which a visitor shows to be reached, where admission asks for it. */
export function composeContactCodes(
  { pool, log }: Stores,
  { config, publicUrl, secretKey, logger, now, closing }: AppContext,
  profile: SalonProfile,
): ContactCodes {
  const { isProduction, twilio, smtpUrl } = config;
  const optOutOf = createOptOutOf(log, numberHasher(secretKey));
  const mailer = mailerOf(config, profile, publicUrl);
  closing.defer(async () => mailer.close());

  return createContactCodes({
    store: createCodeStore(pool),
    counts: createUsageCounts(pool),
    subject: limitSubjects(deriveKey(secretKey, 'booking-code-contact/v1')),
    key: deriveKey(secretKey, 'booking-code/v1'),
    ...createCodeSending({
      brand: mailBrandOf(profile, publicUrl),
      // In production nobody reads what is written to files instead.
      isConnected: {
        sms: twilio !== undefined || !isProduction,
        email: smtpUrl !== undefined || !isProduction,
      },
      sendText: textsOf(config, now),
      mailer,
      sending: createSendingSwitch(pool, now),
      isServed: isServedBy(profile),
      takesTexts: async (number) => (await optOutOf(number)) === null,
      randomId: randomUUID,
    }),
    logger,
    now,
  });
}
