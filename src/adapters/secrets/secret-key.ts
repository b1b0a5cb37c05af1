import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDataDir } from '../embedded-postgres/cluster.ts';
import { errorCode, StartupError } from '../startup-error.ts';
import { looksRandom } from './strength.ts';

/**
 * The setting `SECRET_KEY`, or else the key in `dataDir`, which the first start creates.
 *
 * @throws StartupError when the key's file is missing but there is a database: a new key couldn't open what was sealed with the
 *   old one
 */
export async function secretKeyOf(config: {
  readonly secretKey: string | undefined;
  readonly dataDir: string;
}): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey;
  await prepareDataDir(config.dataDir);
  const file = join(config.dataDir, 'secret-key');
  const kept = await readKey(file);
  if (kept !== undefined) return kept;
  if ((await stat(join(config.dataDir, 'postgres')).catch(() => undefined)) !== undefined) {
    throw new StartupError(
      `${file} is missing, but its database is there: put the file back or set SECRET_KEY to the key it held.`,
    );
  }
  await createKey(file);
  const created = await readKey(file);
  if (created === undefined) throw new StartupError(`${file} vanished while it was made.`);
  return created;
}

async function readKey(file: string): Promise<string | undefined> {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    if (looksRandom(key)) return key;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new StartupError(`${file} cannot be read (${errorCode(error)}).`);
  }
  throw new StartupError(`${file} does not hold a key: put the right file back or set SECRET_KEY.`);
}

/** The file is written under another name and then linked. So a crash leaves no half key, and of two starts only one succeeds. */
async function createKey(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await handle.sync();
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}
