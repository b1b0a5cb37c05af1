import { getPriority, setPriority } from 'node:os';
import type { Counts, Scenario } from './scenario.ts';

/** One of the processes that attack: told what by its parent, answers with what it counted. */

export interface Order {
  /** The scenario's file, and its title there. */
  readonly file: string;
  readonly title: string;
  readonly host: string;
  readonly port: number;
  readonly prepared: unknown;
  readonly share: { readonly index: number; readonly of: number };
}

async function obey({ file, title, ...target }: Order): Promise<Counts> {
  const { scenarios }: { scenarios: readonly Scenario[] } = await import(file);
  const scenario = scenarios.find((one) => one.title === title);
  if (!scenario) throw new Error(`${file} has no scenario "${title}"`);
  return scenario.attack({ ...target, over: AbortSignal.timeout(scenario.seconds * 1_000) });
}

// Server and visitor share the machine with it, as they would not outside.
setPriority(Math.min(19, getPriority() + 10));
process.on('message', (order: Order) => {
  void obey(order).then((counts) => process.send?.(counts));
});
process.on('disconnect', () => process.exit());
