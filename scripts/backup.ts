import { configFromEnvironment } from '../src/adapters/config.ts';
import { assertSameLog } from '../src/adapters/event-log/log-identity.ts';
import { openEventLog } from '../src/adapters/event-log/open.ts';
import { createStartupPatience } from '../src/adapters/event-log/startup-patience.ts';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { createPool } from '../src/adapters/postgres/pool.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';
import { backUp } from '../src/backup/back-up.ts';
import { mostMemory, numberText } from '../src/backup/progress.ts';
import { HOURS } from '../src/features/hours/events.ts';

/** `npm run backup -- <folder>`: everything that can't be made again, beside a running service or alone. */

async function main(): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || more.length > 0) throw new Error('Usage: npm run backup -- <new folder>');
  const config = configFromEnvironment();
  const secretKey = await secretKeyOf(config);
  const database = await openDatabase(config, { attach: true });
  const pool = createPool({ url: database.url, name: 'backup start', max: 1 });
  try {
    const log = await openEventLog(config, database.url, {
      patience: createStartupPatience({ report: console.error }),
    });
    try {
      await assertSameLog({ pool, log, firstStream: HOURS });
      const began = performance.now();
      const { files, takenAt } = await backUp(
        { log, databaseUrl: database.url, secretKey, now: () => new Date(), report: console.log },
        folder,
      );
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      console.log(
        `Backed up as of ${takenAt}: ${numberText(files.log.lines)} events, ${numberText(files.state.lines + files.keys.lines)} rows, in ${seconds} s; most memory ${mostMemory()}.`,
      );
      console.log(
        `It is in ${folder}. Keep SECRET_KEY elsewhere: without it nothing of this can be restored.`,
      );
    } finally {
      await log.close();
    }
  } finally {
    await pool.end();
    await database.stop();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
