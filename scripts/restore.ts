import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, configFromEnvironment } from '../src/adapters/config.ts';
import { secretKeyOf } from '../src/adapters/secrets/secret-key.ts';
import { type CheckedBackup, checkBackup } from '../src/backup/check.ts';
import { mostMemory, numberText } from '../src/backup/progress.ts';
import { restore } from '../src/backup/restore.ts';
import { eraseAgain } from '../src/erasure/erase-again.ts';
import { REGISTER, readErasures } from '../src/erasure/register.ts';
import { listOwners, type StaffMember } from '../src/features/accounts/users/staff.ts';
import { runCommand, withStores } from './command.ts';

/** `npm run restore -- <folder>`: a backup becomes this installation, which must be empty. */

const USAGE = `Usage: npm run restore -- <folder> [--erasures <file>] [--old-key <file>]
  --erasures  a register of what was erased since, beside the one that lies next to the backup
  --old-key   a file with the SECRET_KEY that the backup was made with, if that was changed since`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { erasures: { type: 'string' }, 'old-key': { type: 'string' } },
      allowPositionals: true,
    });
    const [folder, ...more] = positionals;
    if (folder !== undefined && more.length === 0) return { ...values, folder: resolve(folder) };
  } catch {}
  throw new Error(USAGE);
}

/** The key of this installation. It isn't made here, where only the backup's own can be meant. */
async function presentKey(config: Config, hasOldKey: boolean): Promise<string> {
  const isKept = await stat(join(config.dataDir, 'secret-key')).catch(() => undefined);
  if (config.secretKey === undefined && !isKept && !hasOldKey) {
    throw new Error(
      `Set SECRET_KEY to the key that the backup was made with, or put its file "secret-key" into ${config.dataDir}.`,
    );
  }
  return secretKeyOf(config);
}

function* summary(
  { manifest, keys, brokenKeys }: CheckedBackup,
  admins: readonly StaffMember[],
  erasures: number,
  seconds: number,
) {
  const { files, takenAt } = manifest;
  yield `Restored as of ${takenAt}: ${numberText(files.log.lines)} events, ${numberText(files.state.lines + files.keys.lines)} rows, ${numberText(keys)} keys of personal data, in ${seconds.toFixed(1)} s; most memory ${mostMemory()}.`;
  if (brokenKeys > 0)
    yield `${numberText(brokenKeys)} keys don't open. They didn't before the backup either.`;
  yield `Erasures since: ${numberText(erasures)} in the register, carried out as soon as the service starts.`;
  yield `Administrators: ${admins.map(({ email }) => email).join(', ') || 'nobody'}. Everybody has to sign in again.`;
  yield 'Check them before you start the service: whoever lost the role since the backup has it again, until you run';
  yield '"npm run admin -- revoke <email>". Passwords, second factors and API keys, too, are those of then: whoever revoked a';
  yield 'key since has to do so again, on the page Settings, Connections.';
  yield 'Messages to customers are paused. Start the service, run "npm run verify", look at the appointments of the';
  yield 'time since the backup, and then press "Resume messages" on the page Messages of the admin area.';
}

async function main(): Promise<void> {
  const { folder, erasures: given, 'old-key': oldKeyFile } = readArguments();
  const config = configFromEnvironment();
  const formerKey = oldKeyFile === undefined ? undefined : (await readFile(oldKeyFile, 'utf8')).trim();
  const secretKey = await presentKey(config, formerKey !== undefined);
  const erasures = [
    ...(await readErasures(join(dirname(folder), REGISTER), console.warn, true)),
    ...(given === undefined ? [] : await readErasures(given, console.warn)),
  ];
  const began = performance.now();
  console.log('Checking the backup…');
  const backup = await checkBackup(folder, secretKey, formerKey);
  const options = { pool: { name: 'restore', statementTimeoutMs: 0 }, report: console.log };
  const admins = await withStores(config, options, async ({ url, pool, openLog }) => {
    await restore(
      {
        pool,
        databaseUrl: url,
        openLog,
        eraseAgain: (log) => eraseAgain(log, erasures, () => new Date()),
        report: console.log,
      },
      backup,
    );
    return listOwners(pool);
  });
  const seconds = (performance.now() - began) / 1_000;
  for (const line of summary(backup, admins, erasures.length, seconds)) console.log(line);
}

await runCommand(main);
