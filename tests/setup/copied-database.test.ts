import { expect, it } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { startServer } from '../../src/main.ts';
import { eventually } from '../support/machine/eventually.ts';
import { givenEmptyStores } from '../support/server/empty-stores.ts';

const given = givenEmptyStores();

const start = (logTo: { write(line: string): void }) =>
  startServer(
    loadConfig({
      PORT: '0',
      DATA_DIR: given.dataDir.path,
      DATABASE_URL: given.database.url,
      LOG_LEVEL: 'warn',
    }),
    { logTo, say: () => {} },
  );

it('says in the log that a copied database sends no messages, and how it does again', async () => {
  const { pool } = given.database;
  const logged: string[] = [];
  const logTo = { write: (line: string) => void logged.push(line) };
  const first = await start(logTo);
  const begun = async () => (await pool.query('select from sending')).rowCount;
  await eventually(async () => expect(await begun()).toBe(1));
  await first.stop();
  expect(logged).toEqual([]);

  await pool.query("update sending set home = 'elsewhere'");
  const copy = await start(logTo);
  await eventually(() => expect(logged).toHaveLength(1));
  expect(JSON.parse(logged[0] ?? '')).toMatchObject({
    level: 'warn',
    msg: expect.stringMatching(/no message leaves.+Resume messages/),
  });
  await copy.stop();
});
