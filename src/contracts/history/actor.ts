/** Who caused something, without saying which person. */
export type Party = 'customer' | 'staff' | 'system';

export function partyOf({ kind }: { readonly kind: string }): Party {
  if (kind === 'admin') return 'staff';
  return kind === 'customer' ? 'customer' : 'system';
}

/** Who caused an event, as its metadata say. It never has a customer's name: the stream tells whose booking it is. */
export type Actor =
  | { readonly kind: 'customer' }
  | { readonly kind: 'admin'; readonly userId: string }
  | { readonly kind: 'system'; readonly process: string };
