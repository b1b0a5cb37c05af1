import { randomUUID } from 'node:crypto';
import { htmlOf, textOf } from '../adapters/mail/layout.ts';
import { createUsageCounts } from '../adapters/postgres/usage-counts.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { deriveKey } from '../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../adapters/secrets/limit-subjects.ts';
import type { CodeWay } from '../contracts/problem.ts';
import type { Contacts } from '../features/booking/admission/attempts.ts';
import { codeMail, codeText } from '../features/booking/admission/codes/code-content.ts';
import { createCodeStore } from '../features/booking/admission/codes/code-store.ts';
import { type ContactCodes, createContactCodes } from '../features/booking/admission/codes/contact-codes.ts';
import { numberStream } from '../features/messages/events.ts';
import { takesTexts } from '../features/messages/read-streams.ts';
import { createSendingSwitch } from '../features/messages/sending/switch.ts';
import type { AppContext } from './context.ts';
import { isServedBy } from './message-rules.ts';
import { numberHasher } from './number-hashes.ts';
import { mailBrandOf, mailerOf, textsOf } from './senders.ts';
import type { Stores } from './stores.ts';

/** Wires the codes by which a visitor shows to be reached, where admission asks for it. */
export function composeContactCodes(
  { pool, log }: Stores,
  { config, publicUrl, secretKey, logger, now, closing }: AppContext,
  profile: SalonProfile,
): ContactCodes {
  const { isProduction, twilio, smtpUrl } = config;
  const sending = createSendingSwitch(pool, now);
  const isServed = isServedBy(profile);
  const hashNumber = numberHasher(secretKey);
  const sendText = textsOf(config, now);
  const mailer = mailerOf(config, profile, publicUrl);
  closing.defer(async () => mailer.close());
  const brand = mailBrandOf(profile, publicUrl);
  const host = new URL(publicUrl).hostname;

  /** In production nobody reads what is written to files instead. */
  const isConnected = {
    sms: twilio !== undefined || !isProduction,
    email: smtpUrl !== undefined || !isProduction,
  };

  async function waysTo({ phoneE164, email }: Contacts): Promise<readonly CodeWay[]> {
    const { paused, why } = await sending.read();
    return [
      ...(isConnected.sms && !paused && isServed(phoneE164) ? (['sms'] as const) : []),
      // Mails cost nothing, so a spending stop doesn't stop them.
      ...(isConnected.email && (!paused || why === 'spending') && email !== null ? (['email'] as const) : []),
    ];
  }

  async function text(to: string, code: string): Promise<void> {
    if (!takesTexts(await log.read(numberStream(hashNumber(to))))) throw new Error('opted out');
    await sendText(to, codeText(profile.name, code, host));
  }

  async function mail(to: string, code: string): Promise<void> {
    const content = codeMail(profile.name, code);
    const written = { subject: content.subject, text: textOf(content, brand), html: htmlOf(content, brand) };
    const { outcome } = await mailer.send({ id: randomUUID(), to, ...written });
    if (outcome === 'refused' || outcome === 'passing') throw new Error(outcome);
  }

  return createContactCodes({
    store: createCodeStore(pool),
    counts: createUsageCounts(pool),
    subject: limitSubjects(deriveKey(secretKey, 'booking-code-contact/v1')),
    key: deriveKey(secretKey, 'booking-code/v1'),
    waysTo,
    send: (way, to, code) => (way === 'sms' ? text(to, code) : mail(to, code)),
    logger,
    now,
  });
}
