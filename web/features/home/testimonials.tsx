import { Star } from 'lucide-react';
import type { PageContent, Testimonial } from '../../../src/contracts/salon/pages.ts';
import { swirl } from '../../pictures/swirl.ts';
import { initials, Picture } from '../../ui/picture.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';

const average = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** The clients' reviews, and their average rating. */
export function Testimonials({ testimonials }: { testimonials: PageContent['home']['testimonials'] }) {
  const { heading, text, items } = testimonials;
  const stars = average(items.map(({ rating }) => rating));
  return (
    <section aria-labelledby="client-love" className="frame py-20 md:py-28">
      <div className="mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <SectionHeading id="client-love" heading={heading} text={text} />
        <div className="flex items-center gap-4">
          <p className="font-display text-3xl leading-none tabular-nums">{stars.toFixed(1)}</p>
          <div className="text-brass">
            <Stars rating={Math.round(stars)} />
            <p className="mt-1 text-sm text-stone">average of these {items.length}</p>
          </div>
        </div>
      </div>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {items.map((testimonial) => (
          <li key={testimonial.id}>
            <Card testimonial={testimonial} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({
  testimonial: { name, location, rating, service, text, image },
}: {
  testimonial: Testimonial;
}) {
  return (
    <figure className="flex h-full flex-col gap-5 rounded-md border border-line bg-white p-6 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3 text-brass">
        <Stars rating={rating} />
        {service && <p className="rounded-full bg-sand px-3 py-0.5 text-sm text-ink">{service}</p>}
      </div>
      <blockquote className="flex-1 text-base">
        <p>“{text}”</p>
      </blockquote>
      <figcaption className="flex items-center gap-4 border-t border-line pt-5">
        <span aria-hidden="true" className="relative flex size-12 shrink-0 items-center justify-center">
          <Picture
            of={swirl[image]}
            alt=""
            sizes="48px"
            className="absolute inset-0 size-full rounded-full object-cover"
          />
          <span className="relative font-display text-lg text-white">{initials(name)}</span>
        </span>
        <span>
          <span className="block font-medium">{name}</span>
          {location && <span className="block text-sm text-stone">{location}</span>}
        </span>
      </figcaption>
    </figure>
  );
}

/** Up to five stars; read out as `5 out of 5 stars`. */
function Stars({ rating }: { rating: number }) {
  return (
    <p role="img" aria-label={`${rating} out of 5 stars`} className="flex gap-1">
      {[1, 2, 3, 4, 5].map((star) => (
        <Star
          key={star}
          aria-hidden="true"
          strokeWidth={0}
          className={`size-4 ${star <= rating ? 'fill-current' : 'fill-line'}`}
        />
      ))}
    </p>
  );
}
