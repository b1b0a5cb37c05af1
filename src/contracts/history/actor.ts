export type Party = 'customer' | 'staff' | 'system';

export function partyOf({ kind }: { readonly kind: string }): Party {
  if (kind === 'admin') return 'staff';
  return kind === 'customer' ? 'customer' : 'system';
}

/** The actor of an event, according to its metadata. It never has a customer's name: the stream tells whose booking it is. */
export type Actor =
  | { readonly kind: 'customer' }
  /** If `apiKey` is there, a program acted for the administrator who has made the key. */
  | { readonly kind: 'admin'; readonly userId: string; readonly apiKey?: string }
  | { readonly kind: 'system'; readonly process: string };

type Recorded = Readonly<Partial<Record<'kind' | 'userId' | 'apiKey', string>>>;

/** The ids of administrators, and of the API keys of programs, whose names say who caused something. */
export const staffIds = (actors: Iterable<Recorded>): readonly string[] => [
  ...new Set(
    [...actors].flatMap(({ kind, userId, apiKey }) =>
      kind === 'admin' ? [userId ?? [], apiKey ?? []].flat() : [],
    ),
  ),
];

/** `Ada Lovelace`, or for a program `Ada Lovelace (key “Website”)`. @param key name of the API key; null if nobody knows it any more */
export function staffWords(name: string, key: string | null | undefined): string {
  if (key === undefined) return name;
  return key === null ? `${name} (by a key)` : `${name} (key “${key}”)`;
}

/** Name of an administrator, or of a program that acted for them; undefined for everybody else, and where the account is gone. */
export function staffName(
  { kind, userId, apiKey }: Recorded,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const name = kind === 'admin' && userId !== undefined ? names.get(userId) : undefined;
  return name && staffWords(name, apiKey && (names.get(apiKey) ?? null));
}
