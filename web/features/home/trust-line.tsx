import { Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Salon } from '../../../src/contracts/salon/salon.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { serverNow } from '../../ui/server-clock.ts';
import { type FreeTime, fetchNextFree, openToday } from './right-now.ts';

/** A line that speaks for the salon right now: its rating, until when it is open, and the next free time. */
export function TrustLine() {
  const salon = useSalon();
  const { ratings } = salon;
  const { opening, nextFree } = useRightNow(salon);
  // The height is fixed, so that nothing moves when the rest is loaded.
  return (
    <p className="flex min-h-24 flex-wrap content-start items-center gap-x-6 text-sm text-white/85 tabular-nums sm:min-h-8">
      {ratings && (
        <span className="flex min-h-8 items-center gap-2">
          <Star aria-hidden="true" className="size-4 fill-gold text-gold" />
          {ratings.average.toFixed(1)} from {ratings.reviews} reviews
        </span>
      )}
      {opening && (
        <span data-live="" className="flex min-h-8 animate-enter items-center">
          {opening}
        </span>
      )}
      {nextFree && (
        <Link
          data-live=""
          to={`/book?date=${nextFree.date}`}
          className="flex min-h-8 animate-enter items-center underline underline-offset-4 hover:text-gold"
        >
          Next free: {nextFree.text}
        </Link>
      )}
    </p>
  );
}

/** Facts that depend on the time. The prerendered page doesn't have them; the line is just shorter without. */
function useRightNow(salon: Salon) {
  const [opening, setOpening] = useState<string | null>(null);
  const [nextFree, setNextFree] = useState<FreeTime | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    setOpening(openToday(salon, serverNow()));
    fetchNextFree(controller.signal)
      .then((free) => {
        setNextFree(free);
        setOpening(openToday(salon, serverNow()));
      })
      .catch(() => {});
    return () => controller.abort();
  }, [salon]);
  return { opening, nextFree };
}
