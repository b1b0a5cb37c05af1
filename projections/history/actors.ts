import { type Actor, staffIds } from '../../src/contracts/history/actor.ts';
import type { HistoryActor } from '../../src/contracts/history/history.ts';
import type { NamesOf } from '../../src/http/operation/caller.ts';
import type { HistoryRow } from './projection.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is an id that a query may ask for. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Makes a function that gives actors their names of today. */
export const createNamedActors =
  (namesOf: NamesOf) =>
  async (actors: Iterable<Actor>): Promise<(actor: Actor) => HistoryActor> => {
    const ids = staffIds(actors).filter(isUuid);
    const names: ReadonlyMap<string, string> = ids.length === 0 ? new Map() : await namesOf(ids);
    return (actor) =>
      actor.kind === 'admin'
        ? {
            kind: 'admin',
            user_id: actor.userId,
            name: names.get(actor.userId) ?? null,
            ...(actor.apiKey !== undefined && { api_key: names.get(actor.apiKey) ?? null }),
          }
        : actor;
  };

/** Finds the people and programs that caused events, by their present names. */
export async function actorsOf(
  rows: Iterable<Pick<HistoryRow, 'actor'>>,
  namesOf: NamesOf,
): Promise<(row: Pick<HistoryRow, 'actor'>) => HistoryActor> {
  const named = await createNamedActors(namesOf)([...rows].map(({ actor }) => actor));
  return ({ actor }) => named(actor);
}
