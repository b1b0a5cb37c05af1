import { expect, it } from 'vitest';
import { runChaos } from '../chaos/run.ts';

it('keeps every promise when the server is killed under load (twenty times in `npm run chaos`)', {
  timeout: 120_000,
}, async () => {
  const seed = Date.now() % 1_000_000;
  const { checks, restartsMs } = await runChaos({ kills: 2, seed, report: () => {} });
  expect({ seed, broken: checks.filter(({ ok }) => !ok) }).toEqual({ seed, broken: [] });
  expect(restartsMs).toHaveLength(2);
});
