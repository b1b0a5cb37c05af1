import { createSecretKey } from 'node:crypto';
import { z } from 'zod';
import type { CustomerListQuery } from '../../src/contracts/customers/customers.ts';
import { openBox, SealBroken, sealBox } from '../../src/eventsourcing/sealing/sealed-box.ts';

type Sort = CustomerListQuery['sort'];

const PageEnd = z.tuple([z.string(), z.guid()]);
export type PageEnd = z.infer<typeof PageEnd>;

/** Cursors go into addresses, and a list by name ends with a name: so they are sealed. */
export function createCursors(key: Buffer) {
  const secret = createSecretKey(key);
  const bindingOf = (sort: Sort) => `customers by ${sort}`;
  return {
    write: (sort: Sort, end: PageEnd): string =>
      sealBox(secret, bindingOf(sort), Buffer.from(JSON.stringify(end))).toString('base64url'),

    /** Undefined for anything that isn't a cursor of this list. */
    read(sort: Sort, cursor: string): PageEnd | undefined {
      try {
        const text = openBox(secret, bindingOf(sort), Buffer.from(cursor, 'base64url')).toString();
        return PageEnd.parse(JSON.parse(text));
      } catch (error) {
        if (error instanceof SealBroken) return undefined;
        throw error;
      }
    },
  };
}
export type Cursors = ReturnType<typeof createCursors>;
