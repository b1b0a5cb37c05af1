import type { Queryable } from './queryable.ts';

/** What users are called, by id: the name, or the address of somebody without one. Unknown ids are left out. */
export async function namesOfUsers(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>({
    name: 'accounts-names',
    text: `select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
      from accounts.users where id = any($1::uuid[])`,
    values: [userIds],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
