import { randomUUID } from 'node:crypto';
import { htmlOf, type MailBrand, textOf } from '../../../../adapters/mail/layout.ts';
import type { Mailer } from '../../../../adapters/mail/mail.ts';
import type { SendText } from '../../../../adapters/sms/provider.ts';
import { leaves, type PauseReason } from '../../../../contracts/messages/message-words.ts';
import type { CodeWay } from '../../../../contracts/problem.ts';
import { codeMail, codeText } from './code-content.ts';
import type { ContactCodesDeps } from './contact-codes.ts';

export interface CodeSendingDeps {
  readonly brand: MailBrand;
  /** For each way, whether there is a provider or mail server to send by. */
  readonly isConnected: Readonly<Record<CodeWay, boolean>>;
  readonly sendText: SendText;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly sending: {
    read(): Promise<{ readonly paused: boolean; readonly why: PauseReason | null }>;
  };
  /** Whether the salon sends text messages to a number at all. */
  isServed(number: string): boolean;
  /** Whether the owner of a number accepts text messages. */
  takesTexts(number: string): Promise<boolean>;
}

/** Finds the ways by which a code can reach a contact, and sends it. */
export function createCodeSending(deps: CodeSendingDeps): Pick<ContactCodesDeps, 'waysTo' | 'send'> {
  const { brand, isConnected, sending, isServed } = deps;

  async function text(to: string, code: string): Promise<void> {
    if (!(await deps.takesTexts(to))) throw new Error('opted out');
    await deps.sendText(to, codeText(brand.name, code, new URL(brand.publicUrl).hostname));
  }

  async function mail(to: string, code: string): Promise<void> {
    const content = codeMail(brand.name, code);
    const written = { subject: content.subject, text: textOf(content, brand), html: htmlOf(content, brand) };
    const { outcome } = await deps.mailer.send({ id: randomUUID(), to, ...written });
    if (outcome === 'refused' || outcome === 'passing') throw new Error(outcome);
  }

  return {
    async waysTo({ phoneE164, email }) {
      const state = await sending.read();
      const reached = { sms: isServed(phoneE164), email: email !== null };
      return (['sms', 'email'] as const).filter(
        (way) => isConnected[way] && reached[way] && leaves(way, state),
      );
    },
    send: (way, to, code) => (way === 'sms' ? text(to, code) : mail(to, code)),
  };
}
