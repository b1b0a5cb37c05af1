import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '../../../projections/engine/poison.ts';
import { verify } from '../../../projections/verification/verify.ts';
import type { EventLog } from '../../adapters/event-log/event-log.ts';
import { createStartupPatience } from '../../adapters/event-log/startup-patience.ts';
import type { ProofProgress } from '../../contracts/system/proof.ts';
import { figuresOf } from './figures.ts';
import type { ProofMessage, ProofOrder } from './prove.ts';
import { openForVerification } from './verification.ts';

/** The process that proves the log once, and then ends. */

if (process.send === undefined) throw new Error('process.ts is started by prove.ts');

// Ctrl-C is meant for the service, which ends this process.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

const LONGEST_PAUSE_MS = 1_000;

/** Pauses after each batch for as long as it took, so that half of the database's time stays for others, too. */
const gently = (subscribe: EventLog['subscribe']): EventLog['subscribe'] =>
  async function* (options) {
    for await (const batch of subscribe(options)) {
      const began = performance.now();
      yield batch;
      await sleep(Math.min(LONGEST_PAUSE_MS, performance.now() - began));
    }
  };

const send = (message: ProofMessage) => void process.send?.(message);

process.once('message', async ({ config, databaseUrl, secretKey, nowMs }: ProofOrder) => {
  const began = performance.now();
  const now = () => new Date(nowMs + performance.now() - began);
  try {
    const readSide = await openForVerification({
      config,
      databaseUrl,
      secretKey,
      name: 'proof',
      patience: createStartupPatience({}),
    });
    // The lowest priority: everything else gets a core first. Not before, since a busy machine wouldn't let it connect within seconds.
    setPriority(19);
    try {
      const store = { ...readSide.store, subscribe: gently(readSide.store.subscribe) };
      const onStep = (progress: ProofProgress) => send({ progress });
      send({ figures: figuresOf(await verify({ ...readSide, store, now, onStep })) });
    } finally {
      await readSide.close();
    }
  } catch (error) {
    send({ error: errorText(error) });
  }
  process.disconnect?.();
});
