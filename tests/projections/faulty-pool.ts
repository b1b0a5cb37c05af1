import type pg from 'pg';

/**
 * A pool whose connection breaks at one statement, `before` the server has seen it or `after` it was carried
 * out, and whose later statements all fail: what a killed process looks like to the database.
 */
export function faultyPool(inner: pg.Pool, breakAt: number, moment: 'before' | 'after'): pg.Pool {
  let statements = 0;
  let broken = false;
  const lost = () => new Error('Connection terminated unexpectedly');

  async function query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    if (broken) throw lost();
    statements += 1;
    broken = statements === breakAt;
    if (broken && moment === 'before') throw lost();
    const result = await inner.query(statement);
    if (broken) throw lost();
    return result;
  }

  return new Proxy(inner, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name, target)),
  });
}
