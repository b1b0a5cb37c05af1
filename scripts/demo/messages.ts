import { randomUUID } from 'node:crypto';
import type { Receipt, SendOutcome } from '../../src/adapters/sms/provider.ts';
import type { MessageChannel } from '../../src/contracts/messages/message-words.ts';
import { BOOKING, bookingStream } from '../../src/features/booking/appointment/events.ts';
import { createMailWorker } from '../../src/features/messages/mails/mail-worker.ts';
import { createMessenger } from '../../src/features/messages/queue/messenger.ts';
import type { CauseRows, DueCause, NewRow } from '../../src/features/messages/queue/queue.ts';
import { createMessageSender } from '../../src/features/messages/sending/sender.ts';
import type { DemoClock } from './clock.ts';
import { type Dice, dice } from './dice.ts';
import { type DemoSalon, isOnBooking } from './salon.ts';
import type { Timeline } from './timeline.ts';

interface MessagesWanted {
  readonly timeline: Timeline;
  readonly clock: DemoClock;
  /** The moment at which the demo's life has arrived. */
  readonly until: Date;
  readonly seed: number;
}

/** Error codes of the provider and of mail servers: phone out of reach, blocked by the carrier, no such mailbox. */
const CODES = { unreachable: 30003, blocked: 30004, noMailbox: 550 };
/** The results of messages, as shares of all. */
const SHARES = { refused: 0.01, unanswered: 0.002, undelivered: 0.015, withoutReceipt: 0.01 };

/** The salon has had a mail server for this long; texts it has sent from the beginning. */
const MAILS_FOR_MS = 90 * 86_400_000;

/** A provider of texts whose customers are mostly reached. */
function providerOf(luck: Dice) {
  const receipts = new Map<string, Receipt>();
  return {
    find: async () => [],
    async send(): Promise<SendOutcome> {
      if (luck.happens(SHARES.unanswered)) return { outcome: 'unknown' };
      const sid = `SM${randomUUID().replaceAll('-', '')}`;
      if (luck.happens(SHARES.undelivered)) receipts.set(sid, { status: 'failed', code: CODES.unreachable });
      else if (luck.happens(SHARES.withoutReceipt)) receipts.set(sid, { status: 'pending' });
      return luck.happens(SHARES.refused)
        ? { outcome: 'refused', code: CODES.blocked }
        : { outcome: 'accepted', sid };
    },
    receiptOf: async (sid: string): Promise<Receipt> => receipts.get(sid) ?? { status: 'delivered' },
  };
}

/**
 * The salon, whose customers are told by texts and mails what happens to their appointments. The service's own messenger and sender decide
 * it, on the demo's clock: their later looks are on the timeline, and nothing leaves this machine.
 */
export function withMessages(salon: DemoSalon, { timeline, clock, until, seed }: MessagesWanted): DemoSalon {
  const { messages } = salon;
  const { store, appends, channels, hashNumber, log, rules } = messages;
  const { now } = clock;
  const luck = dice(seed);
  const provider = providerOf(luck);
  const mailsSince = new Date(until.getTime() - MAILS_FOR_MS);
  /** Time at which a look first found an attempt without an outcome. */
  const foundOpen = new Map<string, number>();

  /** Bookings as they were last read: they only change by commands here. */
  const bookings = new Map<string, ReturnType<typeof store.read>>();
  const cached: typeof store = {
    ...store,
    read(stream, ...of) {
      if (!stream.startsWith(`${BOOKING}-`)) return store.read(stream, ...of);
      const found = bookings.get(stream) ?? store.read(stream);
      bookings.set(stream, found);
      return found;
    },
  };

  const rowsOf = (channel: MessageChannel, bookingId: string): CauseRows => ({
    async openFor(_, attemptId) {
      const since = foundOpen.get(attemptId) ?? now().getTime();
      foundOpen.set(attemptId, since);
      return now().getTime() - since;
    },
    lookAgain: async (causeId, at) => lookAt(at, { channel, causeId, bookingId }),
    end: async () => {},
  });

  /** The last command on each booking. It is done once the messages that follow from it are on the timeline. */
  const changed = new Map<string, Promise<unknown>>();

  async function look({ channel, ...cause }: DueCause): Promise<void> {
    // A command of an earlier time may still be under way: without it, a text could leave that the customer no longer wanted by then.
    await changed.get(cause.bookingId);
    const sending = {
      // Nobody opts out here.
      isWanted: async () => true,
      rows: rowsOf(channel, cause.bookingId),
      readSending: async () => ({ paused: false, why: null, watermark: '', watermarkAt: new Date(0) }),
    };
    const shared = {
      store: cached,
      appends,
      recorder: messages.recorderOf(channel),
      now,
      monotonic: () => performance.now(),
      together: async () => {},
      ended: () => {},
    };
    if (channel === 'email')
      return createMailWorker({
        ...shared,
        limits: { allow: async () => 'allowed' },
        channel: { ...channels.email, ...sending },
        sendMail: async () =>
          luck.happens(SHARES.refused)
            ? { outcome: 'refused', code: CODES.noMailbox }
            : { outcome: 'accepted', isKept: false },
      })(cause);
    return createMessageSender({
      ...shared,
      limits: { allow: async () => 'allowed', bookingsOf: async () => [] },
      channel: { ...channels.sms, ...sending, isDoneWhenAccepted: false },
      provider,
      hashNumber,
    })(cause);
  }
  const lookAt = (at: Date, cause: DueCause) => timeline.add(at > now() ? at : now(), () => look(cause));

  const seen = new Map<string, bigint>();
  async function follow(bookingId: string): Promise<void> {
    const stream = bookingStream(bookingId);
    bookings.delete(stream);
    const after = seen.get(bookingId) ?? -1n;
    const events = (await log.read(stream)).filter(({ revision }) => revision > after);
    const last = events.at(-1);
    if (!last) return;
    seen.set(bookingId, last.revision);
    const add = async (_: undefined, rows: readonly NewRow[]) => {
      for (const { causeId, mailOf, lookAt: at } of rows)
        if (!mailOf || at >= mailsSince)
          lookAt(at, { channel: mailOf ? 'email' : 'sms', causeId: mailOf ?? causeId, bookingId });
    };
    const tables = { add, begin: async () => {} };
    const messenger = createMessenger<undefined>({ log, appends, tables, rules });
    await messenger.handle({ events, position: last.position, caughtUp: true });
    await messenger.save(undefined);
  }

  return {
    ...salon,
    send(sent, work) {
      const done = salon.send(sent, work).then(async (result) => {
        if (isOnBooking(result)) await follow(result.bookingId);
        return result;
      });
      if (sent.subject !== undefined) changed.set(sent.subject, done);
      return done;
    },
  };
}
