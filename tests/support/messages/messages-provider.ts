import type { OutgoingText, SendOutcome, SmsProvider } from '../../../src/adapters/sms/provider.ts';
import type { OutcomeRecorder } from '../../../src/features/messages/ledger/record-outcome.ts';

export const BEHAVIOURS = [
  'accepts',
  'accepts without an answer',
  'accepts later, without an answer',
  'never answers',
  'is unreachable',
  'refuses',
] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

export interface Accepted extends OutgoingText {
  readonly sid: string;
  readonly at: number;
  readonly fate: 'delivered' | 'failed';
  listed: boolean;
}

/** A report of the provider, as the webhook records it. */
export interface Report {
  readonly bookingId: string;
  readonly event: Parameters<OutcomeRecorder['record']>[1];
}

const sidOf = (n: number) => `SM${n.toString(16).padStart(32, '0')}`;

/** A provider of texts that loses answers, takes texts late, and whose lists and reports lag. */
export function createProviderDouble(now: () => Date) {
  const accepted: Accepted[] = [];
  const late: (() => void)[] = [];
  const reports: Report[] = [];
  const calls: { readonly text: OutgoingText; readonly at: number }[] = [];
  let next: readonly Behaviour[] = [];
  let handled = 0;

  function accept(text: OutgoingText): string {
    const sid = sidOf(accepted.length + 1);
    const fate = accepted.length % 3 === 2 ? 'failed' : 'delivered';
    accepted.push({ ...text, sid, at: now().getTime(), fate, listed: false });
    const { bookingId, attemptId } = text;
    const data = { attemptId, sid };
    reports.push(
      { bookingId, event: { type: 'MessageSent', data } },
      fate === 'failed'
        ? { bookingId, event: { type: 'MessageFailed', data: { ...data, code: 30_003 } } }
        : { bookingId, event: { type: 'MessageDelivered', data } },
    );
    return sid;
  }

  function outcomeOf(text: OutgoingText): SendOutcome {
    const behaviour = next[handled % Math.max(next.length, 1)] ?? 'accepts';
    handled += 1;
    switch (behaviour) {
      case 'accepts':
        return { outcome: 'accepted', sid: accept(text) };
      case 'accepts without an answer':
        accept(text);
        return { outcome: 'unknown' };
      case 'accepts later, without an answer':
        late.push(() => accept(text));
        return { outcome: 'unknown' };
      case 'never answers':
        return { outcome: 'unknown' };
      case 'is unreachable':
        return { outcome: 'not-sent', why: 'unreachable' };
      case 'refuses':
        return { outcome: 'refused', code: 21_211 };
    }
  }

  const provider: SmsProvider = {
    send: async (text) => {
      calls.push({ text, at: now().getTime() });
      return outcomeOf(text);
    },
    find: async ({ to, text, since }) =>
      accepted
        .filter((one) => one.listed && one.to === to && one.text === text && one.at >= since.getTime())
        .map(({ sid }) => sid),
    receiptOf: async (sid) => {
      const fate = accepted.find((one) => one.sid === sid)?.fate;
      return fate === 'failed' ? { status: 'failed', code: 30_003 } : { status: fate ?? 'pending' };
    },
    receivedAt: async () => now(),
  };
  return {
    provider,
    accepted,
    calls,
    reports,
    late,
    behave(behaviours: readonly Behaviour[]) {
      next = behaviours;
    },
    list() {
      for (const one of accepted) one.listed = true;
    },
  };
}
