import { configFromEnvironment } from '../../src/adapters/config.ts';
import { startServer } from '../../src/main.ts';

/** The real server as a process to be killed: told by the environment, tells its port to the parent. */

const server = await startServer(configFromEnvironment(), {
  claimPatienceMs: Number(process.env.KEEPER_PATIENCE_MS),
  say: (line) => console.error(line),
});
process.send?.({ port: server.port });

// A parent that ends, however it dies, takes its server with it.
process.on('disconnect', () => void server.stop().then(() => process.exit()));
process.on('message', () => void server.stop().then(() => process.exit()));
