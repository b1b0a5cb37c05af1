import type { ClientBase, QueryArrayResult } from 'pg';

const AT_ONCE = 1_000;

/** The rows of a query in batches, on the connection of an open transaction. Each is fetched while the one before it is in use. */
export async function* rowsOf<Row extends unknown[]>(
  client: ClientBase,
  query: string,
): AsyncGenerator<readonly Row[]> {
  const fetch = (): Promise<QueryArrayResult<Row>> => {
    const fetched = client.query<Row>({ text: `fetch ${AT_ONCE} from rows`, rowMode: 'array' });
    // If nobody asks for these rows any more, nobody handles a failure either; it doesn't matter then.
    fetched.catch(() => {});
    return fetched;
  };
  await client.query(`declare rows no scroll cursor for ${query}`);
  for (let next: Promise<QueryArrayResult<Row>> | undefined = fetch(); next; ) {
    const { rows }: QueryArrayResult<Row> = await next;
    next = rows.length === AT_ONCE ? fetch() : undefined;
    if (rows.length > 0) yield rows;
  }
  await client.query('close rows');
}
