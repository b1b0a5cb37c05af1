import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { configFromEnvironment } from '../src/adapters/config.ts';
import { forgetMatching } from '../src/adapters/postgres/forget-matching.ts';
import { migrate, SERVICE_MIGRATIONS } from '../src/adapters/postgres/migrate.ts';
import { rewrapSealingKeys } from '../src/adapters/postgres/rewrap-keys.ts';
import { deriveKey } from '../src/adapters/secrets/derived-keys.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';
import { SealBroken } from '../src/eventsourcing/sealing/sealed-box.ts';
import { numberKeyOf } from '../src/features/messages/numbers.ts';
import { runCommand, withStores } from './command.ts';

/**
 * `npm run change-secret-key`: SECRET_KEY becomes the key of an installation whose key was OLD_SECRET_KEY, or the one
 * kept in its data folder. The service must be stopped.
 */

async function main(): Promise<void> {
  const config = configFromEnvironment();
  const { secretKey, dataDir } = config;
  if (secretKey === undefined) {
    throw new Error('Set SECRET_KEY to the new key: make one with "openssl rand -base64 32".');
  }
  const given = process.env.OLD_SECRET_KEY?.trim() || undefined;
  const old = await secretKeyOf({ secretKey: given, dataDir });
  const options = { pool: { name: 'change-secret-key', statementTimeoutMs: 0 } };
  await withStores(config, options, async ({ url, pool }) => {
    await migrate(url, SERVICE_MIGRATIONS);
    await forgetMatching(pool);
    const [from, to] = [deriveKey(old, 'sealing-master/v1'), deriveKey(secretKey, 'sealing-master/v1')];
    const count = await rewrapSealingKeys(pool, from, to, numberKeyOf(old)).catch((error: unknown) => {
      if (!(error instanceof SealBroken)) throw error;
      throw new Error('The old key is not the one that this installation works with. Nothing was changed.');
    });
    // If the setting is missing, the next start has to ask for it, and must not take the former key.
    if (given === undefined) await rename(join(dataDir, 'secret-key'), join(dataDir, 'secret-key.old'));
    console.log(
      `${count} keys of personal data are wrapped by the new key. Keep it, start the service with it as`,
    );
    console.log(
      'SECRET_KEY, and run "npm run replay short_links". Private links sent before lead nowhere now.',
    );
  });
}

await runCommand(main);
