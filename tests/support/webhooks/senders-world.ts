import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { createPool } from '../../../src/adapters/postgres/pool.ts';
import { createPost } from '../../../src/adapters/webhooks/post.ts';
import { createWebhookCommands } from '../../../src/features/change-feed/webhooks/commands.ts';
import { createDeliver } from '../../../src/features/change-feed/webhooks/deliver.ts';
import { createLeases } from '../../../src/features/change-feed/webhooks/delivery/leases.ts';
import { runSenders } from '../../../src/features/change-feed/webhooks/delivery/senders.ts';
import { createWebhookSecrets } from '../../../src/features/change-feed/webhooks/secrets.ts';
import { type Fact, onBooking, record } from '../../projections/events.ts';
import { memoryEventStore } from '../log/memory-event-store.ts';
import { memorySealingKeys } from '../log/memory-sealing-keys.ts';
import { runOf } from '../salon/test-salon.ts';
import type { TestDatabase } from '../server/postgres.ts';

const LOOK_EVERY_MS = 10;
/** The time that a receiver may take. After a failure the clock stands still until somebody looks at the row. */
const PATIENCE_MS = 60_000;

/** No log and no mailbox for decisions about webhooks. */
export const UNTOLD = { record: async () => {}, prepareAnnouncement: async () => async () => {} };

export const decidedBy = <Run>(run: Run) => ({
  caller: { userId: randomUUID(), sessionId: randomUUID() },
  from: { address: '127.0.0.1' },
  run,
});

/** A log, addresses in a real database, and processes that send to them. */
export function givenSenders(database: TestDatabase) {
  const log = memoryEventStore();
  const keys = memorySealingKeys();
  const clock = { now: new Date('2026-11-20T18:00:00Z'), isCopy: false, looks: 0, warned: [] as string[] };
  const now = () => clock.now;
  const secrets = createWebhookSecrets(database.pool, keys);
  const commands = createWebhookCommands({ pool: database.pool, secrets, now, ...UNTOLD });
  return {
    log,
    clock,
    commands,
    /** Appends events of the feed, whose types are these. */
    record: (...types: readonly string[]) =>
      record(
        log,
        types.map((type): Fact => onBooking(randomUUID(), type)),
      ),
    make: async (url: string, types: readonly string[] | null = null) =>
      (
        await commands.make(
          { url, types },
          await log.head(),
          decidedBy(runOf({ key: randomUUID(), command: 'make-webhook' })),
        )
      ).id,
    /** The row of an address. If a try is due later, it is that time now. */
    async row(id: string) {
      const { rows } = await database.pool.query('select * from webhooks where id = $1', [id]);
      const [row] = rows;
      if (row?.next_try_at > clock.now) clock.now = row.next_try_at;
      return row;
    },

    /** Another process that sends. @returns ends it as a kill does: nothing is written any more */
    start({ patienceMs = PATIENCE_MS } = {}): () => Promise<void> {
      const ending = new AbortController();
      // Connections of its own, like those of a process.
      const pool = createPool({ url: database.url, name: 'sender', max: 4 });
      const post = createPost({ allowPrivate: true, timeoutMs: patienceMs });
      const running = runSenders(
        {
          log,
          leases: createLeases(pool, randomUUID()),
          secrets: createWebhookSecrets(pool, keys),
          post,
          deliver: createDeliver({ post, now }),
          source: 'https://salon.example',
          now,
          async mayLeave() {
            clock.looks += 1;
            return !clock.isCopy;
          },
          logger: { warn: (_of, text) => void clock.warned.push(text) },
        },
        ending.signal,
        LOOK_EVERY_MS,
      );
      let ended: Promise<void> | undefined;
      const end = () => {
        ending.abort();
        ended ??= running.then(() => pool.end());
        return ended;
      };
      onTestFinished(end);
      return end;
    },
  };
}
