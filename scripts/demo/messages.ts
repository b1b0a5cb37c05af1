import { randomUUID } from 'node:crypto';
import { postgresProcessStore } from '../../src/adapters/postgres/process-store.ts';
import type { Receipt, SendOutcome } from '../../src/adapters/sms/provider.ts';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { MESSENGER } from '../../src/features/messages/ledger/append.ts';
import { createMailWorker } from '../../src/features/messages/mails/mail-worker.ts';
import { homeOf } from '../../src/features/messages/pause/switch.ts';
import { createMessenger } from '../../src/features/messages/queue/messenger.ts';
import { type DueCause, messengerTables } from '../../src/features/messages/queue/queue.ts';
import { createMessageSender } from '../../src/features/messages/sending/sender.ts';
import { createReplies } from '../../src/features/messages/webhook/replies.ts';
import type { Dice } from './people.ts';
import type { DemoSalon } from './salon.ts';

/** The provider's code for a phone out of reach. */
const UNREACHABLE = 30003;
const UNDELIVERED_SHARE = 0.02;

export type DemoMessages = Awaited<ReturnType<typeof createDemoMessages>>;

/**
 * Tells customers what happens to their appointments. The service's own messenger and workers decide it; their looks are planned like all
 * other actions, and nothing leaves this machine.
 *
 * @param folder where the salon will be in the end
 * @param since when the salon began to write to its customers
 */
export async function createDemoMessages(salon: DemoSalon, folder: string, since: Date, luck: Dice) {
  const { messages, pool, now } = salon;
  const { log, store, appends, channels, hashNumber, rules } = messages;
  const newSid = () => `SM${randomUUID().replaceAll('-', '')}`;
  const { begin } = messengerTables({ home: await homeOf(pool, folder), now });
  await begin(pool, LOG_START);

  const plan = (at: Date, cause: DueCause): void =>
    salon.later(at > now() ? at : now(), (): Promise<void> => {
      looking = cause;
      return workers[cause.channel](cause);
    });
  /** The cause that a worker looks at. */
  let looking: DueCause;
  const rows = {
    openFor: async () => 0,
    lookAgain: async (_: string, at: Date) => plan(at, looking),
    end: async () => {},
  };
  const provider = {
    find: async () => [],
    send: async (): Promise<SendOutcome> => ({ outcome: 'accepted', sid: newSid() }),
    receiptOf: async (): Promise<Receipt> =>
      luck.happens(UNDELIVERED_SHARE) ? { status: 'failed', code: UNREACHABLE } : { status: 'delivered' },
    receivedAt: async () => now(),
  };
  const shared = {
    store,
    appends,
    now,
    monotonic: () => performance.now(),
    together: async () => {},
    ended: () => {},
    limits: { allow: async () => 'allowed' as const, bookingsOf: async () => [] },
  };
  const recorder = messages.recorderOf('sms');
  const workers = {
    sms: createMessageSender({
      ...shared,
      // The receipts are awaited, as of a real provider.
      channel: { ...channels.sms, rows, isDoneWhenAccepted: false },
      recorder,
      provider,
      hashNumber,
    }),
    email: createMailWorker({
      ...shared,
      channel: { ...channels.email, rows },
      recorder: messages.recorderOf('email'),
      sendMail: async () => ({ outcome: 'accepted', isKept: false }),
    }),
  };
  const messenger = createMessenger<undefined>({
    log,
    appends,
    tables: {
      async add(_, rows) {
        for (const { causeId, mailOf, bookingId, lookAt } of rows)
          plan(lookAt, { channel: mailOf ? 'email' : 'sms', causeId: mailOf ?? causeId, bookingId });
      },
      begin: async () => {},
    },
    rules,
  });
  const seen = new Map<string, number>();
  const lastBookings = new Map<string, string>();

  /** Finds what an appointment's customer has to be told since the last call. */
  async function follow(bookingId: string): Promise<void> {
    if (now() < since) return;
    const stream = bookingStream(bookingId);
    const recorded = await log.read(stream);
    const events = recorded
      .slice(seen.get(stream) ?? 0)
      .filter(({ metadata }) => Date.parse(metadata.at) >= since.getTime());
    seen.set(stream, recorded.length);
    await messenger.handle({ events, position: '', caughtUp: true });
    await messenger.save(undefined);
  }

  const lastBookingOf = async (number: string) => lastBookings.get(number);
  const receive = createReplies({ recorder, provider, store: log, lastBookingOf, hashNumber, now });

  return {
    follow,

    /** A customer texts something about an appointment. */
    async receive(bookingId: string, from: string, text: string): Promise<void> {
      if (now() < since) return;
      lastBookings.set(from, bookingId);
      await receive({ sid: newSid(), from, text, attachments: [], understoodAs: undefined });
    },

    /** Lets the service's messenger go on from here: what its first start finds in the log counts as told. */
    async sendOn(): Promise<void> {
      const first = { position: LOG_START, revision: null };
      await postgresProcessStore(pool).save(MESSENGER, first, await log.head(), async () => {});
    },
  };
}
