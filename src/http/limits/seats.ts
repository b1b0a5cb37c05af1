import type { Refused } from '../refusal.ts';

/**
 * Limits what stays open for long, such as streams and waiting requests, for each user and in all.
 *
 * @returns takes a seat for a user, and returns what gives it back, to be called once. @throws what `full` returns
 */
export function createSeats({
  most,
  mostPerUser,
  full,
}: {
  readonly most: number;
  readonly mostPerUser: number;
  full(): Refused;
}): (userId: string) => () => void {
  const ofUser = new Map<string, number>();
  let taken = 0;
  return (userId) => {
    const own = ofUser.get(userId) ?? 0;
    if (own >= mostPerUser || taken >= most) throw full();
    ofUser.set(userId, own + 1);
    taken += 1;
    return () => {
      const left = (ofUser.get(userId) ?? 1) - 1;
      if (left > 0) ofUser.set(userId, left);
      else ofUser.delete(userId);
      taken -= 1;
    };
  };
}
