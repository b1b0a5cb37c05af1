import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findRunningServer, stopServerProcess } from '../../../src/adapters/embedded-postgres/process.ts';
import { bareEnvironment } from '../machine/bare-environment.ts';
import { makeFolderInMemory } from '../machine/folder-in-memory.ts';

const ROOT = new URL('../../..', import.meta.url).pathname;
const OPEN = /The salon is open at (\S+)/;

/** The service in a process of its own, as a person starts it. */
interface ServiceProcess {
  readonly pid: number;
  readonly child: ChildProcess;
  output(): string;
  /** Its address, once it says that it is open. Rejects with what it printed when it ends before. */
  opened(): Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended(): Promise<number | string>;
}

export interface ServiceOptions {
  /** An npm script, such as `start`, instead of the entry file itself. */
  readonly script?: string;
  readonly args?: readonly string[];
  /** Runs as this account; only root may choose. */
  readonly account?: { readonly uid: number; readonly gid: number };
  /** Folder of the program; this clone when left out. */
  readonly folder?: string;
}

/** Starts the service with these settings and no others, on a free port unless one is named. */
export function startService(
  settings: Readonly<Record<string, string>>,
  { script, args: scriptArgs = [], account, folder = ROOT }: ServiceOptions = {},
): ServiceProcess {
  const [command, ...args] = script
    ? ['npm', 'run', script, '--', ...scriptArgs]
    : [process.execPath, 'src/main.ts'];
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...bareEnvironment(), PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a terminal gives it, so that a test can press Ctrl-C.
    detached: true,
    ...account,
  });
  let output = '';
  const closed = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  const opened = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const address = OPEN.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    closed.then((end) => reject(new Error(`ended with ${end}: ${output}`)), reject);
  });
  // A caller that only waits for the end never handles this rejection.
  opened.catch(() => {});
  return {
    pid: child.pid ?? Number.NaN,
    child,
    output: () => output,
    opened: () => opened,
    ended: () => closed,
  };
}

/** An empty folder for one test, readable by its owner alone, and what removes it with any server still in it. */
export async function makeDataDir(account?: ServiceOptions['account']): Promise<{
  readonly path: string;
  remove(): Promise<void>;
}> {
  const path = await realpath(await makeFolderInMemory());
  if (account !== undefined) await chown(path, account.uid, account.gid);
  return {
    path,
    remove: async () => {
      const orphan = await findRunningServer(join(path, 'postgres')).catch(() => undefined);
      if (orphan !== undefined) await stopServerProcess(orphan.pid);
      await chmod(path, 0o700);
      // A process of a service that was killed may write a last file meanwhile.
      await rm(path, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
