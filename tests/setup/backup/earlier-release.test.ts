import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { postgresSealingKeys } from '../../../src/adapters/postgres/sealing-keys.ts';
import { deriveKey } from '../../../src/adapters/secrets/derived-keys.ts';
import type { EventData } from '../../../src/eventsourcing/event-store.ts';
import { openPersonal } from '../../../src/eventsourcing/sealing/open-personal.ts';
import { emptyPlace, restored } from '../../support/backup/place.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { givenSalon } from '../../support/server/server.ts';
import { wholeLog } from '../../support/server/server-proof.ts';

/**
 * A backup made by an earlier release and never changed: a salon with one appointment, and an event of every type and
 * version there was, sealed. If a later release can't restore it, no owner of that release can move on.
 */
const BACKUP = join(import.meta.dirname, 'of-2026-11-26');

interface Fixture {
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: EventData;
}
const FIXTURES: readonly Fixture[] = JSON.parse(
  readFileSync(new URL('../../support/log/event-fixtures.json', import.meta.url), 'utf8'),
);
const NOT_WRITTEN_ANY_MORE = ['RushEnded'];
const keyOf = ({ type, schemaVersion }: Pick<Fixture, 'type' | 'schemaVersion'>) =>
  `${type} ${schemaVersion}`;

it('restores a backup of an earlier release, opens every event that it wrote, starts, and nobody is signed in', async () => {
  const place = await emptyPlace('Postgres');
  await restored(BACKUP, place);
  const log = place.logUnderTest.open();
  const events = await wholeLog(log).finally(log.close);
  const masterKey = deriveKey(TEST_SECRET_KEY, 'sealing-master/v1');
  const opened = await openPersonal(postgresSealingKeys(place.database.pool, masterKey))(events);
  const written = opened.filter(({ stream }) => stream.startsWith('fixture-'));
  expect(written).toHaveLength(54);
  // Events written today may have fields that were added later.
  const today = new Map(FIXTURES.map((fixture) => [keyOf(fixture), fixture.data]));
  for (const { type, metadata, data } of written) {
    if (NOT_WRITTEN_ANY_MORE.includes(type)) continue;
    const { source, ...others } = data;
    expect(today.get(keyOf({ type, schemaVersion: metadata.schemaVersion }))).toMatchObject(others);
    // Its sender was once recorded with the network as well.
    if (source !== undefined)
      expect(source).toMatchObject(today.get(keyOf({ type, schemaVersion: 1 }))?.source ?? {});
  }

  const salon = await givenSalon({ stores: place });
  onTestFinished(() => salon.stop());
  expect((await salon.get('/readyz')).status).toBe(200);
  const { rows } = await place.database.pool.query("select email from accounts.users where email <> ''");
  expect(rows.length).toBeGreaterThan(0);
  for (const table of ['sessions', 'refresh_tokens', 'one_time_tokens', 'flow_states'])
    expect((await place.database.pool.query(`select from accounts.${table}`)).rows, table).toEqual([]);
  const [appointment] = opened.filter(
    ({ type, stream }) => type === 'BookingRequested' && !stream.startsWith('fixture-'),
  );
  expect(appointment?.data.personal).toMatchObject({ name: 'Ada Lovelace' });
});
