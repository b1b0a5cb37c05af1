import { randomUUID } from 'node:crypto';
import type { SendOutcome, SmsProvider } from '../../../adapters/sms/provider.ts';
import { deadlineIn } from '../../../eventsourcing/async/deadline.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { retryingConflicts } from '../../../eventsourcing/streams/retrying-conflicts.ts';
import type { TextChannel } from '../channels.ts';
import type { BookingView } from '../decision/booking-view.ts';
import type { MessageDecision } from '../decision/decide-message.ts';
import type { MessageEvent } from '../events.ts';
import { type About, type MessageAppends, RECORD_WITHIN_MS } from '../ledger/append.ts';
import {
  type Attempt,
  causeStatus,
  hasEnded,
  openAttempt,
  type ReadLedger,
  readLedger,
} from '../ledger/ledger.ts';
import type { OutcomeRecorder } from '../ledger/record-outcome.ts';
import type { DueCause, WaitsFor } from '../queue/queue.ts';
import type { MessageLimits } from '../texts/text-limits.ts';
import { createDecideCause, isSameText, whoCaused } from './decide-cause.ts';
import { createFindOutcome } from './find-outcome.ts';
import { type Clocks, stopwatch, throughOutages } from './timing.ts';

interface SenderDeps extends Clocks {
  /** Opens and seals personal parts. */
  readonly store: Pick<EventStore, 'read' | 'append'>;
  readonly appends: MessageAppends;
  readonly recorder: OutcomeRecorder;
  readonly limits: MessageLimits;
  readonly provider: Pick<SmsProvider, 'send' | 'find' | 'receiptOf'>;
  readonly channel: TextChannel;
  hashNumber(number: string): string;
  /** Waits a moment, so that outcomes are recorded together. */
  together(): Promise<void>;
  /** Called with the outcome of each call. */
  ended(outcome: SendOutcome['outcome']): void;
}

const SECOND = 1_000;
/** An attempt without an outcome belongs to its claimant for this long after it was first found. */
const OPEN_FOR_MS = RECORD_WITHIN_MS;
const CLAIM_VALID_MS = 30 * SECOND;
/** The longest time from the second reading to the call of the provider. */
const CALL_WITHIN_MS = 2 * SECOND;
const NO_RECEIPT_AFTER_MS = 24 * 3_600 * SECOND;
const IDLE_LOOK_MS = 60 * SECOND;
const FIRST_RECEIPT_LOOK_MS = 60 * SECOND;
/** The first and the longest wait before a retry, when the provider accepted nothing. */
const RETRY_MS = { first: 10 * SECOND, longest: 600 * SECOND };
/** The provider's code for a number that has opted out there. */
const OPTED_OUT_AT_PROVIDER = 21_610;

type Send = Extract<MessageDecision, { do: 'send' }>;

/** A cause as it was taken from the queue, with its booking's ledger as it was read. */
interface Taken {
  readonly causeId: string;
  readonly bookingId: string;
  readonly read: ReadLedger;
}

/** An attempt that this process has claimed. */
interface Claim extends Taken {
  readonly attemptId: string;
  /** Revision of the claim. */
  readonly claimedAt: bigint;
  readonly decision: Send;
  /** Milliseconds since the claim. */
  age(): number;
}

/**
 * The protocol's worker: takes one cause further until it has ended or must wait. It may run for one cause any number of times, in any
 * number of processes at once, and be killed at any point: the booking's ledger decides who may call the provider.
 */
export function createMessageSender(deps: SenderDeps) {
  const { store, appends, recorder, limits, provider, channel, hashNumber, now } = deps;
  const { rows } = channel;
  const decide = createDecideCause(deps);
  const findOutcome = createFindOutcome(deps);
  const later = (ms: number) => new Date(now().getTime() + ms);
  /** From the claim on, an outage must not end the work: what only this process knows would be lost with the error. */
  const retried = <T>(work: () => Promise<T>): Promise<T> => throughOutages(deps, work);
  const record: OutcomeRecorder['record'] = (...of) => retried(() => recorder.record(...of));
  /** Appends at the revision that was read. */
  const append = ({ bookingId, read }: Taken, about: About, event: MessageEvent) =>
    appends.append(channel.streamOf(bookingId), read.expected, about, event);

  /** Call it only once the ledger shows the end: as it was read, or by what was just appended. */
  async function end({ causeId }: Pick<Taken, 'causeId'>): Promise<false> {
    await rows.end(causeId);
    return false;
  }

  async function waitUntil(
    { causeId }: Pick<Taken, 'causeId'>,
    until: Date,
    waitsFor: WaitsFor,
  ): Promise<false> {
    await rows.lookAgain(causeId, until, waitsFor);
    return false;
  }

  /** Reads everything again before the call. @returns whether it may call; otherwise the claim is given back */
  async function mayCall({
    causeId,
    bookingId,
    attemptId,
    claimedAt,
    read,
    decision,
    age,
  }: Claim): Promise<boolean> {
    for (;;) {
      const sinceReading = stopwatch(deps);
      const { decision: again } = await retried(() => decide(causeId, bookingId, read));
      const isOld = age() > CLAIM_VALID_MS;
      if (isOld || !isSameText(decision, again)) {
        const why = isOld ? 'claim-too-old' : 'changed';
        await record(bookingId, { type: 'MessageNotSent', data: { attemptId, why } }, claimedAt);
        return false;
      }
      if (sinceReading() < CALL_WITHIN_MS) return true;
    }
  }

  async function recordOutcome(claim: Claim, outcome: SendOutcome): Promise<boolean> {
    const { causeId, bookingId, attemptId, claimedAt, read, decision } = claim;
    deps.ended(outcome.outcome);
    await deps.together();
    const recordNext = (event: Parameters<typeof record>[1]) => record(bookingId, event, claimedAt);
    switch (outcome.outcome) {
      case 'accepted':
        if (channel.isDoneWhenAccepted) {
          await recordNext({ type: 'MessageDelivered', data: { attemptId, sid: outcome.sid } });
          return end(claim);
        }
        await recordNext({ type: 'MessageSent', data: { attemptId, sid: outcome.sid } });
        return waitUntil(claim, later(FIRST_RECEIPT_LOOK_MS), 'receipt');
      case 'refused': {
        const { code } = outcome;
        if (code === OPTED_OUT_AT_PROVIDER) await optOut(decision.to, attemptId);
        await recordNext({ type: 'MessageFailed', data: { attemptId, code } });
        return end(claim);
      }
      case 'not-sent': {
        const { why } = outcome;
        await recordNext({ type: 'MessageNotSent', data: { attemptId, why } });
        const attempts = [...read.ledger.attempts.values()].filter((one) => one.causes.includes(causeId));
        const wait = Math.min(RETRY_MS.first * 2 ** attempts.length, RETRY_MS.longest);
        return waitUntil(claim, later(wait), 'provider');
      }
      case 'unknown':
        // The attempt stays open: the next looks find out its outcome.
        return true;
    }
  }

  const optOut = (to: string, attemptId: string) =>
    retried(() =>
      recorder.recordOnNumber(hashNumber(to), {
        type: 'NumberOptedOut',
        data: { source: attemptId, at: now().toISOString() },
      }),
    );

  /** @returns whether to look again at once */
  async function send(taken: Taken, decision: Send, booking: BookingView): Promise<boolean> {
    const { causeId, bookingId, read } = taken;
    const { kind, to, text } = decision;
    const causes = [...decision.causes];
    const { bookedFrom } = booking;
    const causedBy = whoCaused(booking, decision);
    const isByHand = read.requests.some(({ id }) => causes.includes(id));
    const allowance = await limits.allow({ causeId, bookingId, to, address: bookedFrom, causedBy, isByHand });
    if (allowance === 'stopped') return waitUntil(taken, later(IDLE_LOOK_MS), 'resuming');
    if (allowance !== 'allowed') {
      const data = { causes, why: allowance, kind };
      await append(taken, { causes }, { type: 'MessageSuppressed', data });
      return end(taken);
    }
    const age = stopwatch(deps);
    // The claim whose id is in the ledger may call the provider.
    const attemptId = randomUUID();
    const data = {
      attemptId,
      causes,
      kind,
      bookingRevision: booking.revision,
      segments: channel.segmentsOf(text),
      personal: { to, text },
    };
    const claimedAt = await retried(() => append(taken, { attemptId }, { type: 'MessageAttempted', data }));
    const claim = { ...taken, attemptId, claimedAt, decision, age };
    if (!(await mayCall(claim))) return true;
    const outcome = await provider.send({ to, text, bookingId, attemptId });
    return recordOutcome(claim, outcome);
  }

  /** An attempt without an outcome is never called again: after a while any process may find out what became of it. */
  async function resolveOpenAttempt(taken: Taken, open: Attempt): Promise<boolean> {
    const waitsFor = open.causes.includes(taken.causeId) ? 'outcome' : 'before';
    const openFor = await rows.openFor(taken.causeId, open.id);
    if (openFor < OPEN_FOR_MS) return waitUntil(taken, later(OPEN_FOR_MS - openFor), waitsFor);
    const about = { attemptId: open.id };
    const event = await findOutcome(open, taken.read).catch((): MessageEvent | undefined =>
      openFor < NO_RECEIPT_AFTER_MS
        ? undefined
        : { type: 'MessageOutcomeUnknown', data: { ...about, why: 'no-answer' } },
    );
    if (event === undefined) return waitUntil(taken, later(IDLE_LOOK_MS), waitsFor);
    await append(taken, about, event);
    return true;
  }

  /** Asks the provider about a text that it accepted and sent no receipt for. */
  async function askForReceipt(taken: Taken, attempt: Attempt): Promise<boolean> {
    const { bookingId, read } = taken;
    const attemptId = attempt.id;
    const ageMs = now().getTime() - (read.sentAt.get(attemptId)?.getTime() ?? 0);
    const receipt = await provider.receiptOf(attempt.sid ?? '').catch(() => ({ status: 'pending' as const }));
    if (receipt.status === 'delivered') {
      await recorder.record(bookingId, { type: 'MessageDelivered', data: { attemptId } });
      return true;
    }
    if (receipt.status === 'failed') {
      await recorder.record(bookingId, { type: 'MessageFailed', data: { attemptId, code: receipt.code } });
      return true;
    }
    if (ageMs < NO_RECEIPT_AFTER_MS) {
      const wait = Math.min(ageMs, NO_RECEIPT_AFTER_MS - ageMs);
      return waitUntil(taken, later(Math.max(FIRST_RECEIPT_LOOK_MS, wait)), 'receipt');
    }
    const data = { attemptId, why: 'no-receipt' } as const;
    await append(taken, { attemptId }, { type: 'MessageOutcomeUnknown', data });
    return true;
  }

  /** @returns whether to look again at once */
  async function look({ causeId, bookingId }: Omit<Taken, 'read'>): Promise<boolean> {
    const read = readLedger(await store.read(channel.streamOf(bookingId)));
    const taken = { causeId, bookingId, read };
    const cause = causeStatus(read.ledger, causeId);
    if (hasEnded(cause)) return end(taken);
    if (cause.status === 'sent') return askForReceipt(taken, cause.attempt);
    const open = openAttempt(read.ledger);
    if (open) return resolveOpenAttempt(taken, open);
    const { decision, booking } = await decide(causeId, bookingId, read);
    switch (decision.do) {
      case 'nothing':
        return waitUntil(taken, later(IDLE_LOOK_MS), 'quiet');
      case 'wait':
        return decision.until === null
          ? waitUntil(taken, later(IDLE_LOOK_MS), 'resuming')
          : waitUntil(taken, decision.until, 'quiet');
      case 'suppress': {
        const { causes, why, kind } = decision;
        const data = { causes: [...causes], why, ...(kind && { kind }) };
        await append(taken, { causes }, { type: 'MessageSuppressed', data });
        return causes.includes(causeId) ? end(taken) : true;
      }
      case 'send':
        return send(taken, decision, booking);
    }
  }

  /** Takes a cause as far as it goes now. */
  return async (cause: Pick<DueCause, 'causeId' | 'bookingId'>): Promise<void> => {
    // After a conflict the cause is looked at anew, since the decision rested on an older ledger.
    const step = () => retryingConflicts({ deadline: deadlineIn(RECORD_WITHIN_MS) }, () => look(cause));
    while (await step());
  };
}
