import pg from 'pg';
import { expect, it } from 'vitest';
import { createProcessManagers, MANAGERS_OF_THE_LOG } from '../../src/app/worker/process-managers.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { memorySealingKeys } from '../support/log/memory-sealing-keys.ts';

it('every process manager reports its health by the name under which it is looked for', () => {
  const log = memoryEventStore();
  const now = () => new Date('2026-11-20T18:00:00Z');
  const managers = createProcessManagers({
    log,
    keys: memorySealingKeys(),
    pool: new pg.Pool(),
    checkpoints: { load: async () => ({ position: '', revision: null }), save: async (_, loaded) => loaded },
    hashContact: (contact) => contact,
    metrics: { slotSettled: () => {} },
    forgetMessages: async () => {},
    now,
  });
  expect(Object.keys(managers)).toEqual([...MANAGERS_OF_THE_LOG]);
  for (const [name, manager] of Object.entries(managers)) expect(manager.name).toBe(name);
});
