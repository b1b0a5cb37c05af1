import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bareEnvironment } from '../../../support/machine/bare-environment.ts';
import { SECRET_KEY } from '../http/sides.ts';

const SCRIPTS = join(import.meta.dirname, '../../../../scripts');
const TELL_MEMORY =
  'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';

/** What a command took. */
interface Measured {
  readonly seconds: number;
  /** The most memory that its process had. */
  readonly megabytes: number;
}

/**
 * Runs a command as an operator does.
 *
 * @throws Error with what it printed when it fails
 */
export async function runCommand(
  script: 'backup.ts' | 'restore.ts' | 'replay.ts',
  databaseUrl: string,
  words: readonly string[] = [],
): Promise<Measured> {
  const began = performance.now();
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', TELL_MEMORY, join(SCRIPTS, script), ...words],
    { env: { ...bareEnvironment(), DATABASE_URL: databaseUrl, SECRET_KEY } },
  );
  const kilobytes = Number(/^peak (\d+)$/m.exec(stderr)?.[1]);
  return { seconds: (performance.now() - began) / 1_000, megabytes: kilobytes / 1_024 };
}
