import { randomUUID } from 'node:crypto';
import { htmlOf, type MailBrand, textOf } from '../../adapters/mail/layout.ts';
import type { Mailer } from '../../adapters/mail/mail.ts';
import type { UsageCounts } from '../../adapters/postgres/usage-counts.ts';
import { admitUse, type UsageLimit } from '../../adapters/postgres/usage-limits.ts';
import type { SendingKeysNow } from '../../adapters/sending-keys.ts';
import type { TryText } from '../../adapters/sms/provider.ts';
import { leaves, type MessageChannel, type PauseReason } from '../../contracts/messages/message-words.ts';
import { refuse } from '../../http/refusal.ts';
import { KEPT, mailResult, type TestResult, textResult, UNREADABLE } from './test-results.ts';

interface SendTestDeps {
  keysNow(): SendingKeysNow;
  readonly tryText: TryText;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly brand: MailBrand;
  readonly sending: {
    read(): Promise<{ readonly paused: boolean; readonly why: PauseReason | null }>;
  };
  readonly counts: UsageCounts;
  readonly subject: string;
  toE164(phone: string): string | null;
  /** Whether the salon texts a number at all. */
  isServed(number: string): boolean;
  /** Whether the owner of a number accepts texts. */
  takesTexts(number: string): Promise<boolean>;
}

/** All of staff share these limits, since a text costs money. */
const LIMITS: readonly UsageLimit[] = [
  { most: 3, seconds: 60 },
  { most: 30, seconds: 86_400 },
];
/** Less than what a request may take. */
const MAIL_WITHIN_MS = 15_000;

/** Sends test messages with the keys in force now. No ledger records them. */
export function createSendTest(deps: SendTestDeps) {
  const { keysNow, brand, counts, subject } = deps;

  /** @throws Refused `texts-paused`, `too-many-requests` */
  async function admit(channel: MessageChannel): Promise<void> {
    if (!leaves(channel, await deps.sending.read())) throw refuse('texts-paused');
    await admitUse(counts, [{ subject, limits: LIMITS }], (retryAfterSeconds) =>
      refuse('too-many-requests', { retryAfterSeconds }),
    );
  }

  return {
    /** @throws Refused */
    async text(typed: string): Promise<TestResult> {
      const to = deps.toE164(typed);
      if (to === null) throw refuse('invalid-phone');
      if (!deps.isServed(to))
        throw refuse('invalid-phone', { detail: 'The salon does not text numbers of that country or kind.' });
      if (!(await deps.takesTexts(to))) throw refuse('number-opted-out');
      await admit('sms');
      const { twilio } = keysNow();
      if (twilio === 'unreadable') return UNREADABLE;
      const result = await deps.tryText({ to, text: `${brand.name}: this is a test. Texts are set up.` });
      return twilio === undefined && result.outcome === 'accepted' ? KEPT.sms : textResult(result);
    },

    /** @throws Refused */
    async mail(to: string): Promise<TestResult> {
      await admit('email');
      const { smtpUrl } = keysNow();
      if (smtpUrl === 'unreadable') return UNREADABLE;
      const content = {
        subject: `A test from ${brand.name}`,
        preview: 'Mails are set up.',
        heading: 'This is a test',
        paragraphs: ['Mails are set up: customers get theirs in the same way.'],
        notes: [],
      };
      const mail = {
        id: randomUUID(),
        to,
        subject: content.subject,
        text: textOf(content, brand),
        html: htmlOf(content, brand),
      };
      const result = await deps.mailer.send(mail, AbortSignal.timeout(MAIL_WITHIN_MS));
      return smtpUrl === undefined && result.outcome === 'sent' ? KEPT.email : mailResult(result, to);
    },
  };
}

export type SendTest = ReturnType<typeof createSendTest>;
