import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Pool } from 'pg';
import { errorText } from '../projections/engine/poison.ts';
import { type Config, configFromEnvironment } from '../src/adapters/config.ts';
import type { EmbeddedOptions } from '../src/adapters/embedded-postgres/server.ts';
import type { EventLog } from '../src/adapters/event-log/event-log.ts';
import { openEventLog } from '../src/adapters/event-log/open.ts';
import { createStartupPatience } from '../src/adapters/event-log/startup-patience.ts';
import { openDatabase } from '../src/adapters/postgres/database.ts';
import { createPool } from '../src/adapters/postgres/pool.ts';
import type { CommandMessage, CommandOrder } from '../src/app/child-command.ts';

/** The arguments of a command. */
export interface Call {
  readonly config: Config;
  readonly args: readonly string[];
  now(): Date;
  /** Present if the service runs the command as its child: tells it how far the command is, and what came of it. */
  readonly tell?: (message: CommandMessage) => void;
}

/** The lowest priority: everything else gets a core first. */
const NICENESS = 19;

async function callOf(): Promise<Call> {
  if (process.send === undefined)
    return { config: configFromEnvironment(), args: process.argv.slice(2), now: () => new Date() };
  // Ctrl-C is meant for the service, which ends this process.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.exit());
  const began = performance.now();
  const [{ config, args, nowMs }] = (await once(process, 'message')) as [CommandOrder];
  return {
    config,
    args,
    now: () => new Date(nowMs + performance.now() - began),
    tell: (message) => void process.send?.(message),
  };
}

/** Runs a command, called by a person or by the service. A failure is one line and exit 1. */
export async function runCommand(main: (call: Call) => Promise<void>): Promise<void> {
  try {
    await main(await callOf());
  } catch (error) {
    if (process.send) process.send({ error: errorText(error) } satisfies CommandMessage);
    else console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
  // The channel to the service would keep this process alive.
  process.disconnect?.();
}

/**
 * Gives way to the service that runs the command. Call it once the stores are open, since a busy machine wouldn't let such a process
 * connect within seconds.
 */
export function giveWay({ tell }: Pick<Call, 'tell'>): void {
  if (tell) setPriority(NICENESS);
}

interface Stores {
  readonly url: string;
  readonly pool: Pool;
  /** Opens the log of the settings, or another one. */
  openLog(settings?: Pick<Config, 'eventstoreUrl'>): Promise<EventLog>;
}

/** Opens the database of the settings for a command, and closes it afterwards, with every log that was opened. */
export async function withStores<Result>(
  config: Config,
  options: EmbeddedOptions & { readonly pool: Omit<Parameters<typeof createPool>[0], 'url'> },
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  await using closing = new AsyncDisposableStack();
  const { url, stop } = await openDatabase(config, options);
  closing.defer(stop);
  const pool = createPool({ url, ...options.pool });
  closing.defer(() => pool.end());
  return await work({
    url,
    pool,
    async openLog(settings = config) {
      const log = await openEventLog(settings, url, {
        patience: createStartupPatience({ report: console.error }),
      });
      closing.defer(() => log.close());
      return log;
    },
  });
}
