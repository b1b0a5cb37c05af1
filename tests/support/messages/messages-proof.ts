import type { Position, RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { ERASED, upcast } from '../../../src/eventsourcing/event-types.ts';
import { BOOKING, idOfBooking } from '../../../src/features/booking/appointment/events.ts';
import {
  MESSAGES,
  messageEventTypes,
  NUMBER,
  numberEventTypes,
  numberStream,
} from '../../../src/features/messages/events.ts';
import { type Violation, violation } from '../../../src/proof/violation.ts';
import { createWishes } from './messages-wishes.ts';

type MessageViolationKind =
  /** A text was claimed for a cause that was closed before, or under an id that was used already. */
  | 'claimed-twice'
  /** A text was claimed while another one about the same booking had no outcome. */
  | 'claimed-beside'
  /** The provider has taken two texts for one cause. */
  | 'taken-twice'
  /** The provider has taken a text that its owner gave back as never sent. */
  | 'taken-though-given-back'
  /** A text left although the number had opted out before it was claimed. */
  | 'texted-after-stop'
  /** A text left although its booking had no consent before it was claimed. */
  | 'texted-without-consent'
  /** A reminder left for a time that the booking had given up before it was claimed. */
  | 'reminded-of-another-time'
  /** A text was requested again that had been requested again before, or that had neither failed nor an unknown outcome. */
  | 'resent-for-nothing'
  /** A cause, or a text that was claimed, has had no end for days. */
  | 'messenger-behind';

type MessageViolation = Violation<MessageViolationKind>;

/** Whether texts leave, as the database has it. */
export interface SendingSince {
  readonly paused: boolean;
  /** Causes up to this position aren't sent for. */
  readonly watermark: Position;
  /** When sending first began, or was last resumed. */
  readonly since: Date;
}

interface ProvenAttempt {
  causes: readonly string[];
  claim: RecordedEvent | undefined;
  /** Its faults at the claim; they are violations only if it left. */
  wrong: readonly MessageViolationKind[];
  isNotSent: boolean;
  isTaken: boolean;
  isDelivered: boolean;
  isFailed: boolean;
  isUnknown: boolean;
  isResent: boolean;
}

interface ProvenLedger {
  readonly attempts: Map<string, ProvenAttempt>;
  readonly suppressed: Set<string>;
  last: RecordedEvent;
}

interface ProvenNumber {
  outAt: number;
  inAt: number;
  /** When we recorded that it opted out. */
  outRecorded: number;
}

/** A withdrawal this long before a claim must have been known to the claim, even if the clocks differ a little. */
const KNOWN_AFTER_MS = 2_000;
/** A text without a receipt is looked at for a day, then it ends. */
const BEHIND_MS = 48 * 3_600_000;

const time = ({ metadata }: RecordedEvent): number => Date.parse(metadata.at);

const isClosed = ({ isNotSent, isTaken, isFailed, isUnknown }: ProvenAttempt): boolean =>
  !isNotSent || isTaken || isFailed || isUnknown;
const hasEnded = ({ isTaken, isDelivered, isFailed, isUnknown, isNotSent }: ProvenAttempt): boolean =>
  isDelivered || isFailed || isUnknown || (isNotSent && !isTaken);
const isOpen = (attempt: ProvenAttempt): boolean => !hasEnded(attempt) && !attempt.isTaken;

const bookingOf = ({ stream }: RecordedEvent): string => stream.slice(stream.indexOf('-') + 1);

/**
 * Checks a log against what is promised about messages (docs/event-model.md, "How a customer is told").
 *
 * @param hashNumber makes the name of a number's stream; without it, opt-outs aren't checked
 */
export function createMessagesProof(hashNumber?: (number: string) => string) {
  const ledgers = new Map<string, ProvenLedger>();
  const numbers = new Map<string, ProvenNumber>();
  const wishes = createWishes();
  const found: MessageViolation[] = [];
  let attempted = 0;

  const report = (kind: MessageViolationKind, event: RecordedEvent) => found.push(violation(kind, event));

  function attemptOf(ledger: ProvenLedger, id: string): ProvenAttempt {
    const attempt = ledger.attempts.get(id) ?? {
      causes: [],
      claim: undefined,
      wrong: [],
      isNotSent: false,
      isTaken: false,
      isDelivered: false,
      isFailed: false,
      isUnknown: false,
      isResent: false,
    };
    ledger.attempts.set(id, attempt);
    return attempt;
  }

  const closes = ({ attempts, suppressed }: ProvenLedger, cause: string): boolean =>
    suppressed.has(cause) ||
    [...attempts.values()].some((attempt) => attempt.causes.includes(cause) && isClosed(attempt));

  function wrongWith(claim: RecordedEvent, to: string | undefined, causes: readonly string[]) {
    const known = time(claim) - KNOWN_AFTER_MS;
    const bookingId = bookingOf(claim);
    const number = to === undefined ? undefined : numbers.get(numberStream(hashNumber?.(to) ?? ''));
    const isOut = number !== undefined && number.outAt >= number.inAt && number.outRecorded < known;
    const wrong: MessageViolationKind[] = isOut ? ['texted-after-stop'] : [];
    if (!wishes.consented(bookingId, known)) wrong.push('texted-without-consent');
    if (!wishes.isTimely(bookingId, causes, known)) wrong.push('reminded-of-another-time');
    return wrong;
  }

  function onTaken(recorded: RecordedEvent, ledger: ProvenLedger, attempt: ProvenAttempt): void {
    if (attempt.isTaken) return;
    attempt.isTaken = true;
    if (attempt.isNotSent) report('taken-though-given-back', recorded);
    const others = [...ledger.attempts.values()].filter((other) => other !== attempt && other.isTaken);
    if (others.some(({ causes }) => causes.some((cause) => attempt.causes.includes(cause))))
      report('taken-twice', recorded);
    for (const kind of attempt.wrong) report(kind, attempt.claim ?? recorded);
  }

  function onMessage(recorded: RecordedEvent): void {
    const { type, data } = upcast(recorded, messageEventTypes);
    const ledger = ledgers.get(recorded.stream) ?? {
      attempts: new Map(),
      suppressed: new Set(),
      last: recorded,
    };
    ledgers.set(recorded.stream, ledger);
    ledger.last = recorded;
    switch (type) {
      case 'MessageAttempted': {
        attempted += 1;
        const { attemptId, causes, personal } = data;
        const isUsed = ledger.attempts.get(attemptId)?.claim !== undefined;
        if (isUsed || causes.some((cause) => closes(ledger, cause))) report('claimed-twice', recorded);
        if ([...ledger.attempts.values()].some(isOpen)) report('claimed-beside', recorded);
        const to = personal === ERASED || typeof personal !== 'object' ? undefined : personal.to;
        const wrong = wrongWith(recorded, to, causes);
        Object.assign(attemptOf(ledger, attemptId), { causes, claim: recorded, wrong });
        return;
      }
      case 'MessageNotSent':
        attemptOf(ledger, data.attemptId).isNotSent = true;
        return;
      case 'MessageSent':
        onTaken(recorded, ledger, attemptOf(ledger, data.attemptId));
        return;
      case 'MessageDelivered':
        attemptOf(ledger, data.attemptId).isDelivered = true;
        onTaken(recorded, ledger, attemptOf(ledger, data.attemptId));
        return;
      case 'MessageFailed':
        attemptOf(ledger, data.attemptId).isFailed = true;
        if (data.sid !== undefined) onTaken(recorded, ledger, attemptOf(ledger, data.attemptId));
        return;
      case 'MessageOutcomeUnknown':
        attemptOf(ledger, data.attemptId).isUnknown = true;
        return;
      case 'MessageSuppressed':
        for (const cause of data.causes) ledger.suppressed.add(cause);
        return;
      case 'MessageRequested': {
        wishes.requested(bookingOf(recorded), recorded);
        if (data.resends === undefined) return;
        const attempt = attemptOf(ledger, data.resends);
        const { isResent, isDelivered, isFailed, isUnknown, isTaken } = attempt;
        if (isResent || isDelivered || !(isFailed || (isUnknown && !isTaken)))
          report('resent-for-nothing', recorded);
        attempt.isResent = true;
        return;
      }
      case 'MailSent':
      case 'MailFailed':
      case 'MailOutcomeUnknown':
      case 'MailSuppressed':
      case 'ReplyReceived':
      case 'ReplyDismissed':
      case 'MessageDismissed':
        return;
      default:
        data satisfies never;
    }
  }

  function onNumber(recorded: RecordedEvent): void {
    const { type, data } = upcast(recorded, numberEventTypes);
    const none = { outAt: Number.NEGATIVE_INFINITY, inAt: Number.NEGATIVE_INFINITY, outRecorded: 0 };
    const number = numbers.get(recorded.stream) ?? none;
    const at = Date.parse(data.at);
    if (type === 'NumberOptedIn') number.inAt = Math.max(number.inAt, at);
    else if (at > number.outAt) Object.assign(number, { outAt: at, outRecorded: time(recorded) });
    numbers.set(recorded.stream, number);
  }

  /** The causes of texts, each with the ledger that has its end. */
  function* asked(): Generator<readonly [stream: string, cause: RecordedEvent]> {
    for (const { bookingId, cause } of wishes.causes()) yield [`${MESSAGES}-${bookingId}`, cause];
  }

  function* behind({ paused, watermark, since }: SendingSince, now: Date): Generator<MessageViolation> {
    if (paused) return;
    const isLate = (...times: readonly number[]) => now.getTime() - Math.max(...times) > BEHIND_MS;
    for (const [stream, cause] of asked()) {
      const ledger = ledgers.get(stream);
      if (cause.position <= watermark || (ledger && closes(ledger, cause.id))) continue;
      if (isLate(since.getTime(), time(cause), ledger ? time(ledger.last) : 0))
        yield violation('messenger-behind', cause);
    }
    for (const { attempts, last } of ledgers.values())
      for (const attempt of attempts.values())
        if (attempt.claim && !hasEnded(attempt) && isLate(since.getTime(), time(last)))
          yield violation('messenger-behind', attempt.claim);
  }

  return {
    /** Call it for every event of the log, in log order, its personal part opened. */
    apply(event: RecordedEvent): void {
      if (event.stream.startsWith(`${BOOKING}-`)) wishes.apply(idOfBooking(event.stream), event);
      else if (event.stream.startsWith(`${MESSAGES}-`)) onMessage(event);
      else if (event.stream.startsWith(`${NUMBER}-`)) onNumber(event);
    },

    /**
     * All violations so far.
     *
     * @param sending undefined where no text was ever to leave: then nothing can be late
     */
    violations(now: Date, sending: SendingSince | undefined): readonly MessageViolation[] {
      return sending ? [...found, ...behind(sending, now)] : found;
    },

    get texts() {
      return attempted;
    },
  };
}
