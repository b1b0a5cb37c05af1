import type { OutgoingText, SendOutcome, SmsProvider } from '../../../adapters/sms/provider.ts';
import { deadlineIn } from '../../../eventsourcing/async/deadline.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { retryingConflicts } from '../../../eventsourcing/streams/retrying-conflicts.ts';
import type { BookingView } from '../booking-view.ts';
import type { MessageEvent, MessageKind } from '../events.ts';
import { type Attempt, causeStatus, hasEnded, type Ledger, openAttempt } from '../ledger.ts';
import { type ReadLedger, readLedger } from '../read-streams.ts';
import type { CausedBy, CauseRows, DueCause, TextCounts, WaitsFor } from '../sending/tables.ts';
import type { Decision, MessageRules, Sending } from '../what-to-send.ts';
import { type MessageAppends, RECORD_WITHIN_MS } from './append.ts';
import { type Clocks, stopwatch } from './clock.ts';
import { type Channel, createDeciding, isSameText } from './facts.ts';
import { createLookUp } from './look-up.ts';
import type { OutcomeRecorder } from './record.ts';
import { throughOutages } from './through-outages.ts';

/** What the worker sends messages through. */
export interface MessageProvider extends Pick<SmsProvider, 'find' | 'receiptOf'> {
  send(
    message: OutgoingText & { readonly kind: MessageKind; readonly booking: BookingView },
  ): Promise<SendOutcome>;
}

interface WorkerDeps extends Clocks {
  /** Opens and seals personal parts. */
  readonly store: Pick<EventStore, 'read' | 'append'>;
  readonly appends: MessageAppends;
  readonly recorder: OutcomeRecorder;
  readonly rows: CauseRows;
  readonly counts: TextCounts;
  readonly sending: { read(): Promise<Sending> };
  readonly provider: MessageProvider;
  readonly rules: MessageRules;
  readonly channel: Channel;
  hashNumber(number: string): string;
  /** A new id each time: it tells who may call. */
  randomId(): string;
  /** Waits a moment for others who have an outcome to record. */
  together(): Promise<void>;
  /** Told how each call ended. */
  ended(outcome: SendOutcome['outcome']): void;
}

const SECOND = 1_000;
/** An attempt without an outcome is left to its owner for so long after somebody first found it. */
const OPEN_FOR_MS = RECORD_WITHIN_MS;
const CLAIM_GOOD_FOR_MS = 30 * SECOND;
/** From the reading before a call to the call. */
const CALL_WITHIN_MS = 2 * SECOND;
const NO_RECEIPT_AFTER_MS = 24 * 3_600 * SECOND;
const IDLE_LOOK_MS = 60 * SECOND;
const FIRST_RECEIPT_LOOK_MS = 60 * SECOND;
/** Tries after the provider took nothing, at first and at the most. */
const RETRY_MS = { first: 10 * SECOND, longest: 600 * SECOND };

type Send = Extract<Decision, { do: 'send' }>;

/**
 * Looks at one cause of a text and takes it one step further, to its visible end at last. It may be run for one cause
 * any number of times, by any number of processes at once, and be killed anywhere: the booking's ledger decides.
 */
export function createMessageWorker(deps: WorkerDeps) {
  const { store, appends, recorder, rows, counts, provider, channel, hashNumber, now } = deps;
  const decide = createDeciding(deps);
  const lookUp = createLookUp(deps);
  const later = (ms: number) => new Date(now().getTime() + ms);
  /** From the claim on: what is known of it only here would be lost with an error, and its message with it. */
  const surely = <T>(work: () => Promise<T>): Promise<T> => throughOutages(deps, work);
  const record: OutcomeRecorder['record'] = (...of) => surely(() => recorder.record(...of));

  /** @returns whether it may call; otherwise the claim is given back */
  async function readAgain(claim: {
    readonly causeId: string;
    readonly bookingId: string;
    readonly attemptId: string;
    readonly claimedAt: bigint;
    readonly read: ReadLedger;
    readonly decision: Send;
    readonly age: () => number;
  }): Promise<boolean> {
    const { causeId, bookingId, attemptId, claimedAt, read, decision, age } = claim;
    for (;;) {
      const sinceReading = stopwatch(deps);
      const { decision: again } = await surely(() => decide(causeId, bookingId, read));
      const isOld = age() > CLAIM_GOOD_FOR_MS;
      if (isOld || !isSameText(decision, again)) {
        const why = isOld ? 'claim-too-old' : 'changed';
        await record(bookingId, { type: 'MessageNotSent', data: { attemptId, why } }, claimedAt);
        return false;
      }
      if (sinceReading() < CALL_WITHIN_MS) return true;
    }
  }

  async function recordOutcome(
    {
      causeId,
      bookingId,
      attemptId,
      claimedAt,
    }: { causeId: string; bookingId: string; attemptId: string; claimedAt: bigint },
    outcome: SendOutcome,
    { to }: Send,
    ledger: Ledger,
  ): Promise<boolean> {
    deps.ended(outcome.outcome);
    await deps.together();
    const recordNext = (event: Parameters<typeof record>[1]) => record(bookingId, event, claimedAt);
    switch (outcome.outcome) {
      case 'accepted':
        if (channel.isTakenTheEnd) {
          await recordNext({ type: 'MessageDelivered', data: { attemptId, sid: outcome.sid } });
          return end(causeId);
        }
        await recordNext({ type: 'MessageSent', data: { attemptId, sid: outcome.sid } });
        return waitUntil(causeId, later(FIRST_RECEIPT_LOOK_MS), 'receipt');
      case 'refused': {
        const { code } = outcome;
        if (code === OPTED_OUT_AT_PROVIDER) await optOut(to, attemptId);
        await recordNext({ type: 'MessageFailed', data: { attemptId, code } });
        return end(causeId);
      }
      case 'not-sent': {
        const { why } = outcome;
        await recordNext({ type: 'MessageNotSent', data: { attemptId, why } });
        const tries = [...ledger.attempts.values()].filter((one) => one.causes.includes(causeId)).length;
        const wait = Math.min(RETRY_MS.first * 2 ** tries, RETRY_MS.longest);
        return waitUntil(causeId, later(wait), 'provider');
      }
      case 'unknown':
        // Left open: the next look finds it so.
        return true;
    }
  }

  const optOut = (to: string, attemptId: string) =>
    surely(() =>
      recorder.recordOnNumber(hashNumber(to), {
        type: 'NumberOptedOut',
        data: { source: attemptId, at: now().toISOString() },
      }),
    );

  /** @returns whether to look again at once */
  async function send(
    causeId: string,
    bookingId: string,
    read: ReadLedger,
    { decision, booking }: { readonly decision: Send; readonly booking: BookingView },
  ): Promise<boolean> {
    const { kind, to, text } = decision;
    const causes = [...decision.causes];
    const stream = channel.streamOf(bookingId);
    const { address } = booking;
    const causedBy = whoCauses(booking, decision);
    const isByHand = read.requests.some(({ id }) => causes.includes(id));
    const allowance = await counts.allow({ causeId, bookingId, to, address, causedBy, isByHand });
    if (allowance === 'stopped') return waitUntil(causeId, later(IDLE_LOOK_MS), 'resuming');
    if (allowance !== 'allowed') {
      const data = { causes, why: allowance, kind };
      await appends.append(stream, read.expected, { causes }, { type: 'MessageSuppressed', data });
      return end(causeId);
    }
    const age = stopwatch(deps);
    const attemptId = deps.randomId();
    const data = { attemptId, causes, kind, bookingRevision: booking.revision };
    const claim = { type: 'MessageAttempted', data: { ...data, personal: { to, text } } } as const;
    const claimedAt = await surely(() => appends.append(stream, read.expected, { attemptId }, claim));
    const claimed = { causeId, bookingId, attemptId, claimedAt };
    if (!(await readAgain({ ...claimed, read, decision, age }))) return true;
    const outcome = await provider.send({ to, text, bookingId, attemptId, kind, booking });
    return recordOutcome(claimed, outcome, decision, read.ledger);
  }

  /** To be called where the ledger shows the end, as it was read or by what was just appended to it. */
  async function end(causeId: string): Promise<false> {
    await rows.end(causeId);
    return false;
  }

  async function waitUntil(causeId: string, until: Date, waitsFor: WaitsFor): Promise<false> {
    await rows.lookAgain(causeId, until, waitsFor);
    return false;
  }

  /** An attempt without an outcome is never called again: after a while anybody looks up what became of it. */
  async function settle(
    causeId: string,
    bookingId: string,
    open: Attempt,
    read: ReadLedger,
  ): Promise<boolean> {
    const waitsFor = open.causes.includes(causeId) ? 'outcome' : 'before';
    const openFor = await rows.openFor(causeId, open.id);
    if (openFor < OPEN_FOR_MS) return waitUntil(causeId, later(OPEN_FOR_MS - openFor), waitsFor);
    const about = { attemptId: open.id };
    const event = await lookUp(open, read).catch((): MessageEvent | undefined =>
      openFor < NO_RECEIPT_AFTER_MS
        ? undefined
        : { type: 'MessageOutcomeUnknown', data: { attemptId: open.id, why: 'no-answer' } },
    );
    if (event === undefined) return waitUntil(causeId, later(IDLE_LOOK_MS), waitsFor);
    await appends.append(channel.streamOf(bookingId), read.expected, about, event);
    return true;
  }

  /** The provider took it and has said nothing since. */
  async function askForReceipt(
    causeId: string,
    bookingId: string,
    attempt: Attempt,
    read: ReadLedger,
  ): Promise<boolean> {
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
      return waitUntil(causeId, later(Math.max(FIRST_RECEIPT_LOOK_MS, wait)), 'receipt');
    }
    const data = { attemptId, why: 'no-receipt' } as const;
    const stream = channel.streamOf(bookingId);
    await appends.append(stream, read.expected, { attemptId }, { type: 'MessageOutcomeUnknown', data });
    return true;
  }

  /** @returns whether to look again at once */
  async function look(causeId: string, bookingId: string): Promise<boolean> {
    const stream = channel.streamOf(bookingId);
    const read = readLedger(await store.read(stream));
    const cause = causeStatus(read.ledger, causeId);
    if (hasEnded(cause)) return end(causeId);
    if (cause.status === 'sent') return askForReceipt(causeId, bookingId, cause.attempt, read);
    const open = openAttempt(read.ledger);
    if (open) return settle(causeId, bookingId, open, read);
    const { decision, booking } = await decide(causeId, bookingId, read);
    switch (decision.do) {
      case 'nothing':
        return waitUntil(causeId, later(IDLE_LOOK_MS), 'quiet');
      case 'wait':
        return decision.until === null
          ? waitUntil(causeId, later(IDLE_LOOK_MS), 'resuming')
          : waitUntil(causeId, decision.until, 'quiet');
      case 'suppress': {
        const { causes, why, kind } = decision;
        const data = { causes: [...causes], why, ...(kind && { kind }) };
        await appends.append(stream, read.expected, { causes }, { type: 'MessageSuppressed', data });
        return causes.includes(causeId) ? end(causeId) : true;
      }
      case 'send':
        return send(causeId, bookingId, read, { decision, booking });
    }
  }

  /** Takes a cause as far as it goes now. */
  return async ({ causeId, bookingId }: Pick<DueCause, 'causeId' | 'bookingId'>): Promise<void> => {
    // When somebody else has written to the ledger, what was decided is out of date.
    const step = () =>
      retryingConflicts({ deadline: deadlineIn(RECORD_WITHIN_MS) }, () => look(causeId, bookingId));
    while (await step());
  };
}

const whoCauses = ({ isConfirmed, causes }: BookingView, { kind, causes: told }: Send): CausedBy => {
  const isByCustomer = told.every((cause) => causes.some(({ id, byCustomer }) => id === cause && byCustomer));
  if (isConfirmed) return isByCustomer ? 'link' : 'salon';
  return isByCustomer || kind === 'reminder' ? 'anybody' : 'salon';
};

/** The provider's code for a number that has opted out there. */
const OPTED_OUT_AT_PROVIDER = 21_610;
