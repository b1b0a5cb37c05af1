import { expect, it } from 'vitest';
import { createEventStreams } from '../../../src/eventsourcing/streams/event-streams.ts';
import { MERGES } from '../../../src/features/customers/events.ts';
import { createImportQueries } from '../../../src/features/customers/imports/queries.ts';
import { type MergesCommand, mergesDecider } from '../../../src/features/customers/merges/decider.ts';
import { machineryOf } from '../../support/customers/world-stores.ts';
import { memoryEventStore } from '../../support/log/memory-event-store.ts';
import { runOf, STAFF } from '../../support/salon/test-salon.ts';

it('an import that finishes while its status is read is not shown as finished without the results of its lines', async () => {
  const importId = '00000000-0000-4000-8000-000000000001';
  const merges = createEventStreams(memoryEventStore(), mergesDecider, machineryOf());
  const handle = (command: MergesCommand) =>
    merges.handle(MERGES, () => command, runOf({ key: command.kind, command: command.kind, actor: STAFF }));
  const stored = { import_id: importId, created_at: new Date(), refused: [], remarks: [], not_taken: [] };
  const { status } = createImportQueries({
    merges,
    notTaken: async () => [],
    async kept() {
      await handle({ kind: 'FinishImport', importId, counts: { imported: 0, skipped: 1, refused: 0 } });
      return [{ ...stored, known: [], done: 0, empty: 0 }];
    },
  });
  await handle({ kind: 'StartImport', importId, rows: 1 });
  expect(await status(importId)).toMatchObject([{ status: 'open', known: [] }]);
});
