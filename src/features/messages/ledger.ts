import type { MessageEvent, MessageKind, SuppressedReason, UnknownReason } from './events.ts';

/** One call of the provider, or the claim on one. */
export interface Attempt {
  readonly id: string;
  readonly causes: readonly string[];
  readonly kind: MessageKind;
  notSent: boolean;
  /** The provider's id. */
  sid: string | undefined;
  delivered: boolean;
  /** With the provider's code, if it gave one. */
  failed: { readonly code: number | null } | undefined;
  unknown: UnknownReason | undefined;
  /** Staff have asked for it again. */
  resent: boolean;
}

/** What has become of an attempt. All but `open`, `reopened` and `sent` are an end, and an end stays one. */
type AttemptStatus = 'open' | 'reopened' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'no-receipt';

/** What has become of a cause. */
type CauseStatus =
  | { readonly status: 'open' | 'suppressed' }
  | { readonly status: Exclude<AttemptStatus, 'reopened' | 'open'>; readonly attempt: Attempt }
  | { readonly status: 'attempted'; readonly attempt: Attempt };

/** The messages of one booking, from its stream. */
export interface Ledger {
  readonly attempts: Map<string, Attempt>;
  readonly suppressed: Map<string, SuppressedReason>;
}

export const emptyLedger = (): Ledger => ({ attempts: new Map(), suppressed: new Map() });

/** An attempt that is known by its outcome only: the log was restored without the claim. */
const unseen = (id: string): Attempt => ({
  id,
  causes: [],
  kind: 'custom',
  notSent: false,
  sid: undefined,
  delivered: false,
  failed: undefined,
  unknown: undefined,
  resent: false,
});

function attemptOf(ledger: Ledger, id: string): Attempt {
  const attempt = ledger.attempts.get(id) ?? unseen(id);
  ledger.attempts.set(id, attempt);
  return attempt;
}

/** The ledger after the event; changes the given one in place. */
export function evolveLedger(ledger: Ledger, { type, data }: MessageEvent): Ledger {
  switch (type) {
    case 'MessageAttempted': {
      const { attemptId: id, causes, kind } = data;
      ledger.attempts.set(id, { ...attemptOf(ledger, id), causes, kind });
      break;
    }
    case 'MessageRequested':
      if (data.resends !== undefined) {
        const attempt = ledger.attempts.get(data.resends);
        if (attempt) attempt.resent = true;
      }
      break;
    case 'MessageNotSent':
      attemptOf(ledger, data.attemptId).notSent = true;
      break;
    case 'MessageSent':
      attemptOf(ledger, data.attemptId).sid = data.sid;
      break;
    case 'MessageDelivered': {
      const attempt = attemptOf(ledger, data.attemptId);
      attempt.delivered = true;
      attempt.sid ??= data.sid;
      break;
    }
    case 'MessageFailed': {
      const attempt = attemptOf(ledger, data.attemptId);
      attempt.failed = { code: data.code };
      attempt.sid ??= data.sid;
      break;
    }
    case 'MessageOutcomeUnknown':
      attemptOf(ledger, data.attemptId).unknown = data.why;
      break;
    case 'MessageSuppressed':
      for (const cause of data.causes) ledger.suppressed.set(cause, data.why);
      break;
    case 'ReplyReceived':
      break;
  }
  return ledger;
}

/** Delivered beats failed beats sent, in whatever order they came. */
export function statusOf({ delivered, failed, unknown, sid, notSent }: Attempt): AttemptStatus {
  if (delivered) return 'delivered';
  if (failed) return 'failed';
  if (sid !== undefined) return unknown ? 'no-receipt' : 'sent';
  if (unknown) return 'unknown';
  return notSent ? 'reopened' : 'open';
}

/** The latest attempt that closed the cause decides; one that is known not to have left closes nothing. */
export function causeStatus({ attempts, suppressed }: Ledger, cause: string): CauseStatus {
  const attempt = [...attempts.values()].findLast(
    (one) => one.causes.includes(cause) && statusOf(one) !== 'reopened',
  );
  if (attempt) {
    const status = statusOf(attempt);
    if (status === 'open' || status === 'reopened') return { status: 'attempted', attempt };
    return { status, attempt };
  }
  return { status: suppressed.has(cause) ? 'suppressed' : 'open' };
}

export const hasEnded = ({ status }: CauseStatus): boolean => !['open', 'attempted', 'sent'].includes(status);

/** An attempt whose outcome nobody has recorded; there is at most one unless the log was restored. */
export const openAttempt = ({ attempts }: Ledger): Attempt | undefined =>
  [...attempts.values()].find((attempt) => statusOf(attempt) === 'open');

/** Whether staff may ask for it again. A message that the provider accepted is never repeated by itself. */
export const canResend = (attempt: Attempt): boolean =>
  !attempt.resent && ['failed', 'unknown'].includes(statusOf(attempt));
