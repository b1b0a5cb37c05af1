import type { SendOutcome } from '../../../adapters/sms/provider.ts';
import { deadlineIn } from '../../../eventsourcing/async/deadline.ts';
import { createKeyedMutex } from '../../../eventsourcing/async/keyed-mutex.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { retryingConflicts } from '../../../eventsourcing/streams/retrying-conflicts.ts';
import { type Channel, mailRowId } from '../channels.ts';
import type { BookingView } from '../decision/booking-view.ts';
import type { MessageDecision } from '../decision/decide-message.ts';
import { reminderAt } from '../decision/quiet-hours.ts';
import type { MessageEvent } from '../events.ts';
import { type About, type MessageAppends, RECORD_WITHIN_MS } from '../ledger/append.ts';
import { causeStatus, type ReadLedger, readLedger } from '../ledger/ledger.ts';
import type { OutcomeRecorder } from '../ledger/record-outcome.ts';
import type { DueCause } from '../queue/queue.ts';
import { createDecideCause, whoCaused } from '../sending/decide-cause.ts';
import { type Clocks, throughOutages } from '../sending/timing.ts';
import type { MailLimits } from './mail-limits.ts';
import type { SendMail } from './send-mail.ts';

interface Deps extends Clocks {
  /** Opens personal parts. */
  readonly store: Pick<EventStore, 'read'>;
  readonly appends: Pick<MessageAppends, 'append'>;
  readonly recorder: Pick<OutcomeRecorder, 'record'>;
  readonly limits: MailLimits;
  readonly channel: Channel;
  readonly sendMail: SendMail;
  /** Waits a moment, so that outcomes are recorded together. */
  together(): Promise<void>;
  /** Called with the outcome of each try. */
  ended(outcome: SendOutcome['outcome']): void;
}

/** A cause as it was taken from the queue, with its booking's ledger as it was read. */
interface Taken {
  readonly causeId: string;
  readonly bookingId: string;
  readonly read: ReadLedger;
}

type Send = Extract<MessageDecision, { do: 'send' }>;

const IDLE_LOOK_MS = 60_000;
/** The first and the longest wait before another try, where the mail server took nothing for now. */
const RETRY_MS = { first: 20_000, longest: 600_000 };

/**
 * Takes the mail about a cause further until that has ended or must wait. Mails are not claimed: if the process is killed between the
 * mail server's answer and its record, the same mail is sent once more, under the same Message-ID.
 */
export function createMailWorker(deps: Deps) {
  const { appends, recorder, limits, channel, now } = deps;
  const { rows, rules } = channel;
  const decide = createDecideCause(deps);
  /** The mails about a booking leave one after the other, and a mail that is under way is not sent beside itself. */
  const inTurn = createKeyedMutex();
  const append = ({ bookingId, read }: Taken, about: About, event: MessageEvent) =>
    appends.append(channel.streamOf(bookingId), read.expected, about, event);
  const wait = async ({ causeId }: Taken, until: Date, waitsFor: Parameters<typeof rows.lookAgain>[2]) => {
    await rows.lookAgain(causeId, until, waitsFor);
    return false;
  };
  const end = async ({ causeId }: Taken) => {
    await rows.end(causeId);
    return false;
  };
  const later = (ms: number) => new Date(now().getTime() + ms);

  /** When to try again: after as long as the mail has been due, so that each wait is twice the one before. */
  function retryAt({ read }: Taken, { kind, causes }: Send, { slot, causes: changes }: BookingView): Date {
    const last = [...changes, ...read.requests].find(({ id }) => id === causes.at(-1));
    const isReminder = kind === 'reminder' && slot !== null;
    const dueAt = isReminder ? reminderAt(slot.date, rules.reminderAt, rules.timeZone) : (last?.at ?? now());
    const waited = now().getTime() - dueAt.getTime();
    return later(Math.min(Math.max(waited, RETRY_MS.first), RETRY_MS.longest));
  }

  async function send(taken: Taken, decision: Send, booking: BookingView): Promise<boolean> {
    const { bookingId, read } = taken;
    const { kind, words, to, text } = decision;
    const causes = [...decision.causes];
    const lastCause = causes.at(-1) ?? taken.causeId;
    const allowance = await limits.allow({ causeId: lastCause, to, causedBy: whoCaused(booking, decision) });
    if (allowance !== 'allowed') {
      await append(taken, { causes }, { type: 'MailSuppressed', data: { causes, why: allowance, kind } });
      return end(taken);
    }
    const mailId = mailRowId(lastCause);
    const tried = await deps.sendMail({ mailId, to, text, bookingId, words, booking });
    deps.ended(tried.outcome);
    if (tried.outcome === 'not-sent') return wait(taken, retryAt(taken, decision, booking), 'provider');
    await deps.together();
    const mail = { mailId, causes, kind, bookingRevision: booking.revision, personal: { to, text } };
    const recordNext = (event: Parameters<typeof recorder.record>[1]) =>
      throughOutages(deps, () => recorder.record(bookingId, event, read.expected));
    switch (tried.outcome) {
      case 'accepted':
        await recordNext({ type: 'MailSent', data: { ...mail, ...(tried.isKept && { isKept: true }) } });
        break;
      case 'refused':
        await recordNext({ type: 'MailFailed', data: { ...mail, code: tried.code } });
        break;
      case 'unknown':
        await recordNext({ type: 'MailOutcomeUnknown', data: mail });
    }
    return end(taken);
  }

  /** @returns whether to look again at once */
  async function look({ causeId, bookingId }: Omit<Taken, 'read'>): Promise<boolean> {
    const read = readLedger(await deps.store.read(channel.streamOf(bookingId)));
    const taken = { causeId, bookingId, read };
    if (causeStatus(read.ledger, causeId).status !== 'open') return end(taken);
    const { decision, booking } = await decide(causeId, bookingId, read);
    switch (decision.do) {
      case 'nothing':
        return wait(taken, later(IDLE_LOOK_MS), 'quiet');
      case 'wait':
        return decision.until === null
          ? wait(taken, later(IDLE_LOOK_MS), 'resuming')
          : wait(taken, decision.until, 'quiet');
      case 'suppress': {
        const { causes, why, kind } = decision;
        const data = { causes: [...causes], why, ...(kind && { kind }) };
        await append(taken, { causes }, { type: 'MailSuppressed', data });
        return causes.includes(causeId) ? end(taken) : true;
      }
      case 'send':
        return send(taken, decision, booking);
    }
  }

  /** Takes a cause as far as it goes now. */
  return (cause: Pick<DueCause, 'causeId' | 'bookingId'>): Promise<void> =>
    inTurn.runExclusive(cause.bookingId, async () => {
      // After a conflict the cause is looked at anew, since the decision rested on an older ledger.
      const step = () => retryingConflicts({ deadline: deadlineIn(RECORD_WITHIN_MS) }, () => look(cause));
      while (await step());
    });
}
