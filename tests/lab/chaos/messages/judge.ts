import type { RecordedEvent } from '../../../../src/eventsourcing/event-store.ts';
import type { Check } from '../checks.ts';
import type { TakenText } from './taken-text.ts';

export interface Ends {
  readonly delivered: number;
  readonly failed: number;
  readonly unknown: number;
  readonly noReceipt: number;
  readonly suppressed: number;
  /** Causes that the provider has taken two texts for, or more. */
  readonly twice: number;
  readonly without: number;
}

interface Attempt {
  causes: readonly string[];
  /** Events about it, by type. */
  readonly said: Map<string, Readonly<Record<string, unknown>>>;
}

const CAUSES = new Set(['BookingRequested', 'BookingRescheduled', 'BookingCancelled']);

/** Looked at in this file's own few lines rather than by the product's ledger, which is on trial here. */
function attemptsIn(events: readonly RecordedEvent[]) {
  const attempts = new Map<string, Attempt>();
  const suppressed = new Set<string>();
  for (const { stream, type, data } of events) {
    // Mails have ledgers of their own.
    if (!stream.startsWith('messages-')) continue;
    if (type === 'MessageSuppressed') for (const cause of data.causes as string[]) suppressed.add(cause);
    if (typeof data.attemptId !== 'string') continue;
    const attempt = attempts.get(data.attemptId) ?? { causes: [], said: new Map() };
    attempts.set(data.attemptId, attempt);
    if (type === 'MessageAttempted') attempt.causes = data.causes as string[];
    attempt.said.set(type, data);
  }
  return { attempts, suppressed };
}

function endOf({ said }: Attempt): keyof Ends | 'given back' {
  if (said.has('MessageDelivered')) return 'delivered';
  if (said.has('MessageFailed')) return 'failed';
  if (said.has('MessageOutcomeUnknown')) return said.has('MessageSent') ? 'noReceipt' : 'unknown';
  return said.has('MessageNotSent') ? 'given back' : 'without';
}

const check = (name: string, faults: readonly string[], fine: string): Check => ({
  name,
  ok: faults.length === 0,
  detail: faults.length === 0 ? fine : `${faults.length} faults: ${faults.slice(0, 3).join('; ')}`,
});

interface Stopped {
  readonly number: string;
  /** Time at which the service had acknowledged it. */
  readonly at: number;
}

/** A customer who has texted STOP gets nothing that leaves so much later. The provider's times are whole seconds. */
const OBEYED_AFTER_MS = 3_000;

/** Holds the log against what the provider has taken, which is the truth. */
export function judge(
  events: readonly RecordedEvent[],
  taken: readonly TakenText[],
  stopped: readonly Stopped[],
): { readonly ends: Ends; readonly causes: number; readonly checks: readonly Check[] } {
  const { attempts, suppressed } = attemptsIn(events);
  const causes = events.filter(({ type }) => CAUSES.has(type)).map(({ id }) => id);
  const attemptOf = ({ callback }: TakenText) => callback.searchParams.get('attempt') ?? '';

  const textsFor = new Map<string, number>();
  const textsOf = new Map<string, number>();
  for (const text of taken) {
    textsOf.set(attemptOf(text), (textsOf.get(attemptOf(text)) ?? 0) + 1);
    const { causes: told = ['nothing'] } = attempts.get(attemptOf(text)) ?? {};
    for (const cause of told) textsFor.set(cause, (textsFor.get(cause) ?? 0) + 1);
  }
  const twice = [...textsFor].filter(([, count]) => count > 1).map(([cause]) => cause);
  const calledTwice = [...textsOf].filter(([, count]) => count > 1).map(([attempt]) => attempt);
  const unclaimed = [...textsOf.keys()].filter(
    (attempt) => !attempts.get(attempt)?.said.has('MessageAttempted'),
  );

  const ends = { delivered: 0, failed: 0, unknown: 0, noReceipt: 0, suppressed: 0, without: 0 };
  const byCause = new Map<string, keyof Ends | 'given back'>();
  for (const attempt of attempts.values())
    for (const cause of attempt.causes) {
      const end = endOf(attempt);
      if (end !== 'given back') byCause.set(cause, end);
    }
  const endless: string[] = [];
  for (const cause of causes) {
    const end = byCause.get(cause) ?? (suppressed.has(cause) ? 'suppressed' : 'without');
    if (end !== 'given back' && end !== 'twice') ends[end] += 1;
    if (end === 'without') endless.push(cause);
  }

  const truth = new Map(taken.map((text) => [attemptOf(text), text]));
  const untrue = [...attempts].flatMap(([id, attempt]) => {
    const end = endOf(attempt);
    const text = truth.get(id);
    const isTrue =
      (end !== 'delivered' || text?.status === 'delivered') &&
      (end !== 'failed' || text === undefined || text.status === 'undelivered') &&
      (end !== 'given back' || text === undefined) &&
      (attempt.said.get('MessageSent')?.sid ?? text?.sid) === text?.sid;
    return isTrue ? [] : [`${id} is said to be ${end}, and is ${text?.status ?? 'not taken'}`];
  });
  const silent = [...attempts].filter(
    ([, { said }]) => said.has('MessageFailed') && !Number.isInteger(said.get('MessageFailed')?.code),
  );
  const late = taken.filter(({ to, at }) =>
    stopped.some(({ number, at: since }) => number === to && at.getTime() > since + OBEYED_AFTER_MS),
  );
  return {
    ends: { ...ends, twice: twice.length },
    causes: causes.length,
    checks: [
      check(
        'texts were taken',
        taken.length > 0 ? [] : ['none'],
        `${taken.length} texts for ${causes.length} causes`,
      ),
      check('no cause led to two texts', twice, `${textsFor.size} causes were told`),
      check(
        'no attempt called twice, or without a claim',
        [...calledTwice, ...unclaimed],
        `${attempts.size} attempts`,
      ),
      check('every cause has an end', endless, JSON.stringify(ends)),
      check(
        'every failure says why',
        silent.map(([id]) => id),
        `${ends.failed} failed`,
      ),
      check('what is said of a text is true', untrue, `${truth.size} texts compared`),
      check(
        'nothing left after a STOP',
        late.map(({ sid }) => sid),
        `${stopped.length} customers texted STOP`,
      ),
    ],
  };
}
