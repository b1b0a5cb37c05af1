import { setFlagsFromString } from 'node:v8';
import { createStartupPatience } from '../src/adapters/event-log/startup-patience.ts';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { migrate, SERVICE_MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';
import { openForVerification } from '../src/app/proof/verification.ts';
import { type Call, giveWay, runCommand } from './command.ts';

/**
 * Keeps V8's space for new objects small. It would grow with what a long fold leaves behind at each batch, and most of the process's memory
 * would be garbage: 620 MB instead of 390 for the appointments of a million events, in the same time.
 */
setFlagsFromString('--semi-space-growth-factor=1');

type ReadSide = Awaited<ReturnType<typeof openForVerification>>;

/**
 * Runs a command with the log and the read models, beside a running service or alone.
 *
 * @param options `anyLog` is true for a command that is also run with a log that doesn't go with the database
 */
export const withReadSide = (
  name: string,
  work: (readSide: ReadSide, call: Call) => Promise<void>,
  { anyLog = false } = {},
): Promise<void> =>
  runCommand(async (call) => {
    const { config } = call;
    const secretKey = await secretKeyOf(config);
    const database = await openDatabase(config, { attach: true });
    try {
      const readSide = await openForVerification({
        config,
        databaseUrl: database.url,
        secretKey,
        name,
        anyLog,
        patience: createStartupPatience({ report: console.error }),
        beforeUse: () => migrate(database.url, SERVICE_MIGRATIONS),
      });
      giveWay(call);
      try {
        await work(readSide, call);
      } finally {
        await readSide.close();
      }
    } finally {
      await database.stop();
    }
  });
