import { table } from '../support/server-report.ts';
import { runChaos } from './run.ts';

/** `npm run chaos`; CHAOS_KILLS and CHAOS_SEED repeat or shorten a run. */

const kills = Number(process.env.CHAOS_KILLS ?? 20);
const seed = Number(process.env.CHAOS_SEED ?? Date.now() % 1_000_000);
console.log(`Killing the server ${kills} times under load (CHAOS_SEED=${seed})\n`);

const startedAt = performance.now();
const { checks, tally, events, restartsMs } = await runChaos({
  kills,
  seed,
  report: (line) => console.log(line),
});

const slowest = Math.round(Math.max(0, ...restartsMs));
const seconds = Math.round((performance.now() - startedAt) / 1000);
console.log(
  `\n${Object.entries(tally)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}`,
);
console.log(`${events} events in the log; slowest restart ${slowest} ms; ${seconds} s in all\n`);
console.log(
  table(
    ['promise', 'kept', 'seen'],
    checks.map(({ name, ok, detail }) => [name, ok ? 'yes' : 'NO', detail]),
  ),
);
const ok = checks.every((check) => check.ok);
console.log(ok ? '\nEvery promise was kept.' : '\nA promise was broken.');
process.exitCode = ok ? 0 : 1;
