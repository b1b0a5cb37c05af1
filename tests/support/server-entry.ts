import { configFromEnvironment } from '../../src/adapters/config.ts';
import { startServer } from '../../src/main.ts';

/** The real server as a process of its own: told by the environment, tells its port to the parent. */

const patience = process.env.KEEPER_PATIENCE_MS;
const server = await startServer(configFromEnvironment(), {
  ...(patience !== undefined && { claimPatienceMs: Number(patience) }),
  say: (line) => console.error(line),
});
process.send?.({ port: server.port });

// A parent that ends, however it dies, takes its server with it.
process.on('disconnect', () => void server.stop().then(() => process.exit()));
process.on('message', () => void server.stop().then(() => process.exit()));
