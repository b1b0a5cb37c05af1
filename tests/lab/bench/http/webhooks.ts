import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOG_START } from '../../../../src/eventsourcing/event-store.ts';
import { createWebhookCommands } from '../../../../src/features/change-feed/webhooks/commands.ts';
import { createWebhookSecrets } from '../../../../src/features/change-feed/webhooks/secrets.ts';
import { runOf } from '../../../support/salon/test-salon.ts';
import { decidedBy, UNTOLD } from '../../../support/webhooks/senders-world.ts';
import { benchBesideNew, type HttpStage } from './http.ts';

const WEBHOOKS = { count: 2, rounds: 9, aRound: 550, required: 0.9 };

/**
 * A salon that tells two programs of everything, against one that tells nobody. The warm-up leaves them more than they can be told
 * meanwhile, so both are told as fast as they ever are during all rounds.
 */
export async function benchWebhooks(stage: HttpStage) {
  let received = 0;
  const receiver = createServer((request, response) => {
    received += 1;
    request.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  try {
    const name = (what: string) => `${what}, 32 clients: beside ${WEBHOOKS.count} webhooks beside none`;
    const rows = await benchBesideNew(
      stage,
      ['webhooks', name],
      WEBHOOKS,
      async (_log, pool, keys) => {
        const secrets = createWebhookSecrets(pool, keys);
        const { make } = createWebhookCommands({ pool, secrets, now: () => new Date(), ...UNTOLD });
        for (let n = 0; n < WEBHOOKS.count; n += 1) {
          const to = { url: `http://127.0.0.1:${port}/${n}`, types: null };
          await make(to, LOG_START, decidedBy(runOf({ key: randomUUID(), command: 'make-webhook' })));
        }
      },
      { WEBHOOKS_ALLOW_PRIVATE: 'true' },
    );
    if (received === 0) throw new Error('no event was delivered, so nothing was compared');
    return rows;
  } finally {
    receiver.closeAllConnections();
    receiver.close();
  }
}
