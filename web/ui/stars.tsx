import { Star } from 'lucide-react';

/** Up to five stars; read out as `5 out of 5 stars`. */
export function Stars({ rating, className = '' }: { rating: number; className?: string }) {
  return (
    <p role="img" aria-label={`${rating} out of 5 stars`} className={`flex gap-1 ${className}`}>
      {[1, 2, 3, 4, 5].map((place) => (
        <Star
          key={place}
          aria-hidden="true"
          strokeWidth={0}
          className={`size-4 ${place <= rating ? 'fill-current' : 'fill-line'}`}
        />
      ))}
    </p>
  );
}
