import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';

/** Something made of the profile, made again only once the profile has changed. */
export function madeOf<T>(profile: ProfileNow, make: (profile: SalonProfile) => T): () => T {
  let last: { readonly of: SalonProfile; readonly made: T } | undefined;
  return () => {
    const now = profile();
    if (last?.of !== now) last = { of: now, made: make(now) };
    return last.made;
  };
}
