// Slow because it kills a server under load and waits for its recovery.
import { expect, inject, it } from 'vitest';
import { kills } from '../lab/chaos/faults.ts';
import { tryFault } from '../lab/chaos/trial.ts';

/** How long is too long depends on the machine; `npm run chaos` measures it. */
const NEVER_MS = 60_000;

it('keeps every promise when the server is killed under load (twenty times in `npm run chaos`)', {
  timeout: 300_000,
}, async () => {
  const seed = Date.now() % 1_000_000;
  const fault = kills(2, { postgres: 'embedded', log: inject('eventLog') });
  const { checks, lost } = await tryFault(fault, { seed, report: () => {}, longestAnswerMs: NEVER_MS });
  expect({ seed, lost, broken: checks.filter(({ ok }) => !ok) }).toEqual({ seed, lost: 0, broken: [] });
});
