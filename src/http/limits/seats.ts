/** How many seats there are, in all and for one user or network address. */
interface SeatLimits {
  readonly most: number;
  readonly mostForOne: number;
}

/**
 * Limits what stays open for long, such as streams and waiting requests.
 *
 * @returns takes a seat, and returns what gives it back, to be called once; undefined when there is none left
 */
export function createSeats({ most, mostForOne }: SeatLimits): (taker: string) => (() => void) | undefined {
  const takenBy = new Map<string, number>();
  let taken = 0;
  return (taker) => {
    const own = takenBy.get(taker) ?? 0;
    if (own >= mostForOne || taken >= most) return undefined;
    takenBy.set(taker, own + 1);
    taken += 1;
    return () => {
      const left = (takenBy.get(taker) ?? 1) - 1;
      if (left > 0) takenBy.set(taker, left);
      else takenBy.delete(taker);
      taken -= 1;
    };
  };
}
