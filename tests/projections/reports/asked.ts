import { clockAt } from '../../../projections/reports/figures.ts';
import type { Question, Report } from '../../../projections/reports/report.ts';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { TIME_ZONE } from '../../support/salon/test-salon.ts';
import type { TestDatabase } from '../../support/server/postgres.ts';
import { createReported } from './reported.ts';

export const SALON = TIME_ZONE;

export const clockAfter = (events: readonly RecordedEvent[]) =>
  clockAt(
    events
      .map(({ metadata }) => metadata.at)
      .toSorted()
      .at(-1) ?? null,
    SALON,
  );

/** Read models of one world after the other, whose reports can be asked for. */
export async function createReportsAsked({ pool, migrate }: TestDatabase) {
  await migrate();
  const { project, figures, behindAt } = await createReported(pool);
  return {
    /** Forgets the world before. */
    tell: project,

    figures,

    /** Each appointment's contribution to a number, by its id. Without a key: to the number in all rows together. */
    async behind(report: Report, column: string, question: Question, key?: string) {
      const found = await behindAt(report, column, question, key);
      return new Map(found.map(({ id, value }) => [id, value]));
    },
  };
}
