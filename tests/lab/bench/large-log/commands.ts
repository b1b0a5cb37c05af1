import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { bareEnvironment } from '../../../support/machine/bare-environment.ts';
import { SECRET_KEY } from '../http/sides.ts';

type Script = 'backup' | 'restore' | 'replay';

const SCRIPTS = join(import.meta.dirname, '../../../../scripts');
const TELL_MEMORY =
  'data:text/javascript,process.on("exit",()=>console.error("peak",process.resourceUsage().maxRSS))';

/** What a command took. */
interface Measured {
  readonly seconds: number;
  /** The most memory that its process had. */
  readonly megabytes: number;
}

function start(script: Script, databaseUrl: string, words: readonly string[]) {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', TELL_MEMORY, join(SCRIPTS, `${script}.ts`), ...words],
    {
      env: { ...bareEnvironment(), DATABASE_URL: databaseUrl, SECRET_KEY },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return { child, ended: once(child, 'close').then(() => errors) };
}

/**
 * Runs a command as an operator does.
 *
 * @throws Error with what it printed when it fails
 */
export async function runCommand(
  script: Script,
  databaseUrl: string,
  words: readonly string[],
): Promise<Measured> {
  const began = performance.now();
  const { child, ended } = start(script, databaseUrl, words);
  const errors = await ended;
  if (child.exitCode !== 0) throw new Error(`${script} failed: ${errors}`);
  const kilobytes = Number(/^peak (\d+)$/m.exec(errors)?.[1]);
  return { seconds: (performance.now() - began) / 1_000, megabytes: kilobytes / 1_024 };
}

/** Runs a command and kills it after this time. */
export async function killCommand(
  script: Script,
  databaseUrl: string,
  words: readonly string[],
  afterSeconds: number,
): Promise<void> {
  const { child, ended } = start(script, databaseUrl, words);
  await Promise.race([ended, pause(afterSeconds * 1_000)]);
  child.kill('SIGKILL');
  await ended;
}
