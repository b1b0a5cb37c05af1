import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messagesReport } from '../../../projections/reports/definitions/messages.ts';
import type { Figures, Question } from '../../../projections/reports/report.ts';
import { MESSAGE_KINDS } from '../../../src/contracts/messages/message-words.ts';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { salonDate, salonDays } from '../../../src/salon/salon-time.ts';
import { ALL_TESTS } from '../../support/run/all-tests.ts';
import { createTestDatabase, type TestDatabase } from '../../support/server/postgres.ts';
import { bookingRequested, type Fact, onBooking, recorded, slotAt } from '../events.ts';
import { clockAfter, createReportsAsked, SALON } from './asked.ts';

/** The report on messages against a plain recount from the events, in random worlds and at several positions of each. */

let database: TestDatabase;
let asked: Awaited<ReturnType<typeof createReportsAsked>>;
beforeAll(async () => {
  database = await createTestDatabase();
  asked = await createReportsAsked(database);
});
afterAll(() => database.drop());

const uuid = (digit: number, n: number) =>
  `${String(digit).repeat(8)}-1111-4111-8111-${String(n).padStart(12, '0')}` as const;
const BOOKINGS = [0, 1, 2].map((n) => uuid(1, n));
const SID = `SM${'0'.repeat(32)}`;
const OUTCOMES = [
  'MessageNotSent',
  'MessageSent',
  'MessageDelivered',
  'MessageFailed',
  'MessageOutcomeUnknown',
] as const;
const MAIL_EVENTS: Partial<Record<(typeof OUTCOMES)[number], string>> = {
  MessageFailed: 'MailFailed',
  MessageOutcomeUnknown: 'MailOutcomeUnknown',
};

const step = fc.record({
  what: fc.constantFrom(
    ...(['attempt', 'attempt', 'attempt', 'outcome', 'outcome', 'outcome', 'outcome'] as const),
    ...(['suppress', 'reply', 'delete'] as const),
  ),
  booking: fc.constantFrom(...BOOKINGS),
  attempt: fc.nat(20),
  outcome: fc.constantFrom(...OUTCOMES),
  isMail: fc.boolean(),
  isKept: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  kind: fc.option(fc.constantFrom(...MESSAGE_KINDS)),
  /** Null for a text whose claim a restored log has lost. */
  segments: fc.option(fc.integer({ min: 1, max: 4 }), { freq: 6 }),
  /** Minutes after the event before. */
  later: fc.nat(6 * 1_440),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

function factsOf(steps: readonly Step[]): readonly Fact[] {
  /** Streams by the attempts in them. */
  const attempts = new Map<string, string>();
  const there = new Set(BOOKINGS);
  // The days on which the clocks go back and forward are in between.
  let at = Date.parse('2026-10-10T19:00:00Z');
  const requested = BOOKINGS.map((id) => bookingRequested(slotAt('2026-12-01', 540, 600, id)));
  const possible = (one: Step, n: number): Fact | undefined => {
    const stream = `${one.isMail ? 'mails' : 'messages'}-${one.booking}`;
    const kind = one.kind ?? undefined;
    const [attemptId, of] = [...attempts][one.attempt % Math.max(1, attempts.size)] ?? [];
    const sid = one.isKept ? `outbox-${uuid(8, n)}` : SID;
    switch (one.what) {
      case 'attempt': {
        const told = { causes: [uuid(6, n)], kind: kind ?? 'booked', bookingRevision: 0, personal: 'erased' };
        if (one.isMail) {
          const type = MAIL_EVENTS[one.outcome] ?? 'MailSent';
          const isKept = type === 'MailSent' && one.isKept ? { isKept: true } : {};
          const code = type === 'MailFailed' ? { code: 550 } : {};
          return { stream, type, data: { mailId: uuid(5, n), ...told, ...isKept, ...code } };
        }
        const attemptId = uuid(5, n);
        attempts.set(attemptId, stream);
        if (one.segments === null) return undefined;
        return { stream, type: 'MessageAttempted', data: { attemptId, segments: one.segments, ...told } };
      }
      case 'outcome': {
        if (attemptId === undefined || of === undefined) return undefined;
        const data = {
          MessageNotSent: { attemptId, why: 'unreachable' },
          MessageSent: { attemptId, sid },
          MessageDelivered: { attemptId, sid },
          MessageFailed: { attemptId, code: 30003 },
          MessageOutcomeUnknown: { attemptId, why: 'no-answer' },
        }[one.outcome];
        return { stream: of, type: one.outcome, data };
      }
      case 'suppress':
        return {
          stream,
          type: one.isMail ? 'MailSuppressed' : 'MessageSuppressed',
          data: { causes: [uuid(6, n)], why: 'no-consent', ...(kind && { kind }) },
        };
      case 'reply':
        return { stream, type: 'ReplyReceived', data: { sid: SID, meaning: 'stop', personal: 'erased' } };
      case 'delete':
        return there.delete(one.booking)
          ? onBooking(one.booking, 'BookingDeleted', { slotId: uuid(2, 0) })
          : undefined;
    }
  };
  const facts = steps.flatMap((one, n) => {
    at += one.later * 60_000;
    const fact = possible(one, n);
    return fact ? [{ ...fact, at: new Date(at).toISOString() }] : [];
  });
  return [...requested.map((fact) => ({ ...fact, at: '2026-10-10T18:00:00.000Z' })), ...facts];
}

interface Told {
  readonly booking: string;
  readonly channel: 'sms' | 'email';
  readonly date: string;
  kind: string;
  segments: number | null;
  isKept: boolean;
  readonly types: Set<string>;
}

/** The messages about appointments that weren't deleted. */
function recount(events: readonly RecordedEvent[]): readonly Told[] {
  const all = new Map<string, Told>();
  const deleted = new Set<string>();
  for (const { id, stream, type, data, metadata } of events) {
    const booking = stream.slice(stream.indexOf('-') + 1);
    if (type === 'BookingDeleted') deleted.add(booking);
    if (!/^(?:Message|Mail)/.test(type)) continue;
    const { attemptId, mailId, kind, segments, sid, isKept } = data as Partial<Record<string, string>> & {
      segments?: number;
      isKept?: true;
    };
    const messageId = attemptId ?? mailId ?? id;
    const told = all.get(messageId) ?? {
      booking,
      channel: stream.startsWith('mails-') ? 'email' : 'sms',
      date: salonDate(new Date(metadata.at), SALON),
      kind: kind ?? 'not-recorded',
      segments: segments ?? null,
      isKept: false,
      types: new Set(),
    };
    told.isKept ||= isKept === true || sid?.startsWith('outbox-') === true;
    told.types.add(type === 'MailSent' ? 'MessageDelivered' : type.replace('Mail', 'Message'));
    all.set(messageId, told);
  }
  return [...all.values()].filter(({ booking }) => !deleted.has(booking));
}

function becameOf({
  types,
  isKept,
}: Told): 'sent' | 'delivered' | 'failed' | 'unknown' | 'suppressed' | 'nothing' {
  if (isKept) return 'nothing';
  if (types.has('MessageDelivered')) return 'delivered';
  if (types.has('MessageFailed')) return 'failed';
  if (types.has('MessageOutcomeUnknown')) return 'unknown';
  if (types.has('MessageSuppressed')) return 'suppressed';
  return types.has('MessageSent') ? 'sent' : 'nothing';
}

function rowOf(told: readonly Told[]): Figures {
  const became = (what: ReturnType<typeof becameOf>) => told.filter((one) => becameOf(one) === what).length;
  const sent = told.filter(
    ({ types, isKept }) => !isKept && (types.has('MessageSent') || types.has('MessageDelivered')),
  );
  const texts = sent.filter(({ channel }) => channel === 'sms');
  const isRecorded = texts.every(({ segments }) => segments !== null);
  return {
    sent: sent.length,
    delivered: became('delivered'),
    failed: became('failed'),
    unknown: became('unknown'),
    suppressed: became('suppressed'),
    segments: isRecorded ? texts.reduce((sum, { segments }) => sum + (segments ?? 0), 0) : null,
  };
}

function expected(
  events: readonly RecordedEvent[],
  { from, to, by }: Question,
): Readonly<Record<string, Figures>> {
  const told = recount(events).filter(({ date }) => date >= from && date <= to);
  const keyOf = (one: Told) =>
    by === 'month' ? one.date.slice(0, 7) : by === 'kind' ? one.kind : one.channel;
  const keys = by === 'month' ? salonDays(from, to).map((day) => day.slice(0, 7)) : told.map(keyOf);
  const rows = [...new Set(keys)].map(
    (key) => [key, rowOf(told.filter((one) => keyOf(one) === key))] as const,
  );
  // Only months are listed without any message.
  const listed = rows.filter(([, row]) => by === 'month' || Object.values(row).some((number) => number));
  return { ...Object.fromEntries(listed), all: rowOf(told) };
}

it('the report on messages equals a recount from the events, and opens to appointments that add up to it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 10, maxLength: 60 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 3 }),
      fc.constantFrom(...(['2026-10-01', '2026-10-20', '2026-11-01'] as const)),
      fc.constantFrom(...(['2026-11-01', '2026-12-24', '2027-03-14'] as const)),
      async (steps, shares, from, to) => {
        const events = recorded(factsOf(steps));
        await asked.tell(events);
        for (const share of shares) {
          const until = events.slice(0, Math.max(1, Math.ceil(share * events.length)));
          const position = until.at(-1)?.position ?? '';
          for (const { key: by } of messagesReport.by) {
            const question = { from, to, by, position, ...clockAfter(until) };
            const { rows, totals } = await asked.figures(messagesReport, question);
            const found = rows.map(({ key, label: _, ...figures }) => [key, figures]);
            expect({ ...Object.fromEntries(found), all: totals }).toEqual(expected(until, question));
            for (const column of ['sent', 'failed', 'suppressed']) {
              const behind = await asked.behind(messagesReport, column, question);
              expect([...behind.values()].reduce((sum, value) => sum + value, 0)).toBe(totals[column]);
            }
          }
        }
      },
    ),
    { numRuns: ALL_TESTS ? 60 : 15 },
  );
});
