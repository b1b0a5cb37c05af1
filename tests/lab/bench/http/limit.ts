import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import express from 'express';
import pg from 'pg';

/**
 * What our routes are measured against: Express with nothing but one query, or one query and durable writes one
 * after another. Same Postgres, same number of connections, a process of its own like ours.
 */

const { DATABASE_URL, EVENTSTORE_URL, POOL_SIZE } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE) });
await pool.query(
  'create table if not exists kept (id bigint generated always as identity primary key, body text)',
);

const readOne = async () => (await pool.query({ name: 'trivial', text: 'select 1 as one' })).rows[0];
const insert = (body: unknown) =>
  pool.query({ name: 'keep', text: 'insert into kept (body) values ($1)', values: [JSON.stringify(body)] });

const app = express();
app.disable('x-powered-by');

app.get('/one-query', async (_req, res) => {
  res.json(await readOne());
});

app.post('/inserts/:count', express.json(), async (req, res) => {
  const row = await readOne();
  for (let count = 0; count < Number(req.params.count); count += 1) await insert(req.body);
  res.status(201).json(row);
});

if (EVENTSTORE_URL) {
  const { EventStoreDBClient, jsonEvent, NO_STREAM } = await import('@eventstore/db-client');
  const client = EventStoreDBClient.connectionString(EVENTSTORE_URL);
  // With credentials the client takes the plain call, as our adapter does: the double knows no other.
  const call = {
    expectedRevision: NO_STREAM,
    credentials: { username: 'bench', password: 'not-sent' },
  } as const;
  app.post('/appends/:count', express.json(), async (req, res) => {
    const row = await readOne();
    await insert(req.body);
    for (let count = 0; count < Number(req.params.count); count += 1) {
      const event = jsonEvent({ type: 'Kept', data: req.body, metadata: { commandId: randomUUID() } });
      await client.appendToStream(`kept-${randomUUID()}`, [event], call);
    }
    res.status(201).json(row);
  });
}

const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : address });
process.on('disconnect', () => process.exit());
process.on('message', () => process.exit());
