import type { OutgoingText } from '../../../src/adapters/sms/provider.ts';
import type { MemoryTransaction } from '../../../src/eventsourcing/processes/memory-item-table.ts';
import { processSteps } from '../../../src/eventsourcing/processes/process-manager.ts';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { textChannel } from '../../../src/features/messages/channels.ts';
import { viewBooking } from '../../../src/features/messages/decision/booking-view.ts';
import { decideMessage } from '../../../src/features/messages/decision/decide-message.ts';
import { lastMessageOf, lastToldOf, untoldOf } from '../../../src/features/messages/decision/taken-back.ts';
import { messagesStream, numberStream, reminderIdOf } from '../../../src/features/messages/events.ts';
import { createMessageAppends } from '../../../src/features/messages/ledger/append.ts';
import { causeStatus, openAttempt, readLedger } from '../../../src/features/messages/ledger/ledger.ts';
import { createOutcomeRecorder } from '../../../src/features/messages/ledger/record-outcome.ts';
import { takesTexts } from '../../../src/features/messages/numbers.ts';
import { createMessenger } from '../../../src/features/messages/queue/messenger.ts';
import type { CauseRows, DueCause, MessengerTables } from '../../../src/features/messages/queue/queue.ts';
import { createMessageSender } from '../../../src/features/messages/sending/sender.ts';
import type { MessageLimits } from '../../../src/features/messages/texts/text-limits.ts';
import { gatedStore } from '../log/gated-store.ts';
import { messageRules } from './message-facts.ts';
import { createResender, hashNumber } from './messages-people.ts';
import type { createProviderDouble, Report } from './messages-provider.ts';
import { type Shared, START } from './messages-shared.ts';

interface Surroundings {
  readonly shared: Shared;
  readonly double: ReturnType<typeof createProviderDouble>;
  clock(): number;
  readonly failures: unknown[];
}

/** A process with a messenger, a worker and an administrator; each of its steps stops at a gate. */
export function startProcess({ shared, double, clock, failures }: Surroundings) {
  const { log, claims, checkpoints } = shared;
  const now = () => new Date(clock());

  /** A text may contradict a change for two seconds at most. */
  async function checkCall({ bookingId, attemptId, text, to }: OutgoingText): Promise<void> {
    if (clock() - shared.changedAt() < 2_000) return;
    const causes = claims.get(attemptId) ?? [];
    const events = await log.read(bookingStream(bookingId));
    const booking = viewBooking(events);
    const messages = await log.read(messagesStream(bookingId));
    const { ledger, requests } = readLedger(messages);
    const before = readLedger(messages.filter(({ data }) => data.attemptId !== openAttempt(ledger)?.id));
    const isWanted = takesTexts(await log.read(numberStream(hashNumber(to))));
    const reminded = booking.slotIds.find((slotId) => causes.includes(reminderIdOf(bookingId, slotId)));
    const meant = [...booking.causes, ...requests]
      .filter(
        ({ id, type }) =>
          causes.includes(id) || (type !== 'MessageRequested' && causeStatus(ledger, id).status === 'open'),
      )
      .sort((a, b) => (a.position < b.position ? -1 : 1));
    const isCurrent = reminded === booking.slot?.slotId;
    const about = reminded === undefined ? meant : { reminder: causes[0] ?? '', isCurrent };
    const isRight = [clock(), clock() - 2_000].some((at) => {
      const context = {
        bookingId,
        booking,
        untold: untoldOf(booking, before),
        lastMessage: lastMessageOf(events, before),
        lastTold: lastToldOf(events, [before]),
        isWanted,
        sending: shared.kept.sending,
        now: new Date(at),
        causes: about,
      };
      const decision = decideMessage(context, messageRules);
      return decision.do === 'send' && decision.text === text;
    });
    if (!isRight) failures.push(new Error(`${text} was sent although it was wrong by then`));
  }

  const { store, gate, gates, cutOff } = gatedStore(log);
  const after =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await call(...args);
      await gate();
      return result;
    };
  const appends = createMessageAppends({ store, now });
  const recorder = createOutcomeRecorder({ store, appends, streamOf: messagesStream });
  const rows: CauseRows = {
    openFor: after(async (causeId, attemptId) => {
      const row = shared.kept.rows.get(causeId);
      if (!row) return 0;
      if (row.open?.attemptId !== attemptId) row.open = { attemptId, since: clock() };
      return clock() - row.open.since;
    }),
    lookAgain: after(async (causeId, at) => {
      const row = shared.kept.rows.get(causeId);
      if (row) Object.assign(row, { lookAt: at.getTime(), inHandUntil: 0 });
    }),
    end: after(async (causeId) => {
      const row = shared.kept.rows.get(causeId);
      if (row) row.ended = true;
    }),
  };
  const limits: MessageLimits = {
    allow: after(async ({ to, bookingId }) => {
      const { texted } = shared.kept;
      texted.set(to, new Set([...(texted.get(to) ?? []), bookingId]));
      return 'allowed' as const;
    }),
    bookingsOf: after(async (number) => [...(shared.kept.texted.get(number) ?? [])]),
  };
  const tables: MessengerTables<MemoryTransaction> = {
    async add(tx, found) {
      tx.onCommit(() => {
        for (const { causeId, bookingId, lookAt, mailOf } of found) {
          // No mails are sent here.
          if (mailOf !== undefined || shared.kept.rows.has(causeId)) continue;
          shared.kept.rows.set(causeId, {
            bookingId,
            lookAt: lookAt.getTime(),
            inHandUntil: 0,
            open: undefined,
            ended: false,
          });
        }
      });
    },
    async begin(tx, watermark) {
      tx.onCommit(() => {
        shared.setSending({ watermark, watermarkAt: now() });
      });
    },
  };
  const work = createMessageSender({
    store,
    appends,
    recorder,
    limits,
    provider: {
      ...double.provider,
      send: async (text) => {
        await checkCall(text);
        await gate();
        const outcome = await double.provider.send(text);
        await gate();
        return outcome;
      },
      find: after(double.provider.find),
    },
    channel: textChannel({
      store,
      hashNumber,
      isOutbox: () => false,
      named: async (booking) => booking,
      rules: messageRules,
      rows,
      sending: { read: after(async () => ({ why: null, ...shared.kept.sending })) },
    }),
    hashNumber,
    now,
    monotonic: () => clock() - START,
    together: gate,
    ended: () => {},
  });
  const messenger = createMessenger({ log: store, appends, tables, rules: messageRules });
  return {
    gates,
    work,
    messenger: { steps: processSteps(messenger, checkpoints, log), busy: false, loaded: false },
    report: ({ bookingId, event }: Report) => recorder.record(bookingId, event),
    resend: createResender(log, store, now, failures),
    kill: cutOff,
    running: new Set<DueCause>(),
  };
}

export type Process = ReturnType<typeof startProcess>;
