import type pg from 'pg';

export interface FaultyPool {
  readonly pool: pg.Pool;
  /** Statements sent so far. */
  readonly statements: number;
}

/**
 * A pool whose connection breaks at one statement, `before` the server has seen it or `after` it was carried
 * out: what a killed process looks like to the database.
 */
export function faultyPool(inner: pg.Pool, breakAt: number, moment: 'before' | 'after'): FaultyPool {
  let statements = 0;

  const breaking = (client: pg.PoolClient): pg.PoolClient => {
    let broken = false;
    const query = async (...args: Parameters<pg.PoolClient['query']>) => {
      if (broken) throw new Error('Connection terminated unexpectedly');
      statements += 1;
      broken = statements === breakAt;
      if (broken && moment === 'before') throw new Error('Connection terminated unexpectedly');
      const result = await (client.query as (...all: unknown[]) => Promise<unknown>)(...args);
      if (broken) throw new Error('Connection terminated unexpectedly');
      return result;
    };
    const release = (error?: Error | boolean) => client.release(broken || error);
    return new Proxy(client, {
      get: (target, name) =>
        name === 'query' ? query : name === 'release' ? release : Reflect.get(target, name, target),
    });
  };

  const connect = async () => breaking(await inner.connect());
  const pool = new Proxy(inner, {
    get(target, name) {
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    pool,
    get statements() {
      return statements;
    },
  };
}
