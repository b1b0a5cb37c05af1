import { configFromEnvironment } from '../src/adapters/config.ts';
import { createStartupPatience } from '../src/adapters/event-log/startup-patience.ts';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { migrate, SERVICE_MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';
import { openForVerification } from '../src/app/proof/verification.ts';

/**
 * Opens the log and the read models for a command, beside a running service or alone, and closes them after it.
 * A failure is one line and exit 1.
 */
export async function withReadSide(
  name: string,
  work: (readSide: Awaited<ReturnType<typeof openReadSide>>) => Promise<void>,
): Promise<void> {
  try {
    const readSide = await openReadSide(name);
    try {
      await work(readSide);
    } finally {
      await readSide.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

async function openReadSide(name: string) {
  const config = configFromEnvironment();
  const secretKey = await secretKeyOf(config);
  const database = await openDatabase(config, { attach: true });
  try {
    const readSide = await openForVerification({
      config,
      databaseUrl: database.url,
      secretKey,
      name,
      patience: createStartupPatience({ report: console.error }),
      beforeUse: () => migrate(database.url, SERVICE_MIGRATIONS),
    });
    const close = async () => {
      await readSide.close();
      await database.stop();
    };
    return { ...readSide, close };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
