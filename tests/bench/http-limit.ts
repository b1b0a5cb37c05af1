import { once } from 'node:events';
import express from 'express';
import pg from 'pg';

/**
 * What our routes are measured against: Express with nothing but one query, or one read and durable inserts one
 * after another. Same Postgres, same number of connections, a process of its own like ours.
 */

const { DATABASE_URL, POOL_SIZE } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: Number(POOL_SIZE) });
await pool.query(
  'create table if not exists kept (id bigint generated always as identity primary key, body text)',
);

const app = express();
app.disable('x-powered-by');

app.get('/one-query', async (_req, res) => {
  const { rows } = await pool.query({ name: 'trivial', text: 'select 1 as one' });
  res.json(rows[0]);
});

app.post('/inserts/:count', express.json(), async (req, res) => {
  const { rows } = await pool.query({ name: 'trivial', text: 'select 1 as one' });
  for (let insert = 0; insert < Number(req.params.count); insert += 1) {
    await pool.query({
      name: 'keep',
      text: 'insert into kept (body) values ($1)',
      values: [JSON.stringify(req.body)],
    });
  }
  res.status(201).json(rows[0]);
});

const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : address });
process.on('disconnect', () => process.exit());
process.on('message', () => process.exit());
