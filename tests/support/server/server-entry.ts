import { configFromEnvironment } from '../../../src/adapters/config.ts';
import { startServer } from '../../../src/main.ts';
import { settableClock } from '../machine/settable-clock.ts';

/** The real server as a process of its own: told by the environment, tells its port to the parent. */

export type Order = 'stop' | { readonly clockAheadMs: number };

const patience = process.env.KEEPER_PATIENCE_MS;
const clock = settableClock();
clock.runAhead(Number(process.env.CLOCK_AHEAD_MS ?? 0));
const server = await startServer(configFromEnvironment(), {
  now: clock.now,
  ...(patience !== undefined && { claimPatienceMs: Number(patience) }),
  say: (line) => console.error(line),
  onLost: () => process.exit(1),
});
process.send?.({ port: server.port });

const stop = () => void server.stop().then(() => process.exit());
// A parent that ends, however it dies, takes its server with it.
process.on('disconnect', stop);
process.on('message', (order: Order) => {
  if (order === 'stop') stop();
  else clock.runAhead(order.clockAheadMs);
});
