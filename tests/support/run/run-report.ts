import type { Reporter, TestCase } from 'vitest/node';
import { table } from '../server/server-report.ts';

const SUITE = /^the event store in (.+)$/;
/** The adapter under a whole service, by the project's name in `vitest.config.ts`. */
const UNDER_SERVICE = new Map([
  ['on Postgres', 'Postgres'],
  ['on EventStoreDB', 'EventStoreDB (protocol double)'],
]);

type Kind = 'contract' | 'service';

/** The adapter of the event-store port that a test is about, and whether the test is of the contract suite. */
function subjectOf(test: TestCase): { readonly adapter: string; readonly kind: Kind } | undefined {
  for (let { parent } = test; parent.type === 'suite'; parent = parent.parent) {
    const adapter = SUITE.exec(parent.name)?.[1];
    if (adapter !== undefined) return { adapter, kind: 'contract' };
  }
  const adapter = UNDER_SERVICE.get(test.project.name);
  return adapter === undefined ? undefined : { adapter, kind: 'service' };
}

const counted = (tests: readonly TestCase[]): string => {
  if (tests.length === 1 && tests[0]?.result().state === 'skipped') return 'not run';
  const parts = (['passed', 'failed', 'skipped', 'pending'] as const).flatMap((state) => {
    const count = tests.filter((test) => test.result().state === state).length;
    return count === 0 ? [] : [`${count} ${state}`];
  });
  return parts.join(', ') || '–';
};

/** The number of cases for each adapter, alone and under a whole service. */
function coverage(tests: readonly TestCase[]): string | undefined {
  const byAdapter = new Map<string, Record<Kind, TestCase[]>>();
  for (const test of tests) {
    const subject = subjectOf(test);
    if (!subject) continue;
    const of = byAdapter.get(subject.adapter) ?? { contract: [], service: [] };
    byAdapter.set(subject.adapter, of);
    of[subject.kind].push(test);
  }
  if (![...byAdapter.values()].some(({ contract }) => contract.length > 0)) return undefined;
  const rows = [...byAdapter]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([adapter, { contract, service }]) => [adapter, counted(contract), counted(service)]);
  return table(['event log in', 'contract suite', 'HTTP, roles and browser'], rows);
}

/** Prints, just before the run's summary, the number of cases that each event log passed, or why it had none. */
export const runReport: Reporter = {
  onTestRunEnd: (modules) => {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const notRun = tests.flatMap((test) => {
      const result = test.result();
      return result.state === 'skipped' && result.note ? [`  ${test.fullName}: ${result.note}`] : [];
    });
    const proven = coverage(tests);
    if (proven !== undefined) process.stdout.write(`\n${proven}\n`);
    if (notRun.length > 0) {
      process.stdout.write(`\nNOT RUN here, and so not proven here:\n${notRun.join('\n')}\n`);
    }
  },
};
