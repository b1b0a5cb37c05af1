import { ArrowUpRight } from 'lucide-react';
import type { PageContent, Reel } from '../../../src/contracts/salon/pages.ts';
import { reel } from '../../pictures/reel.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { Picture } from '../../ui/picture.tsx';
import { SectionHeading } from '../../ui/section-heading.tsx';
import { textLinkClass } from '../../ui/text-link.ts';

/** Stills of the films with their lengths, and a link to where they can be watched. */
export function Reels({ reels: { heading, text, link, items } }: { reels: PageContent['gallery']['reels'] }) {
  const { links } = useSalon();
  return (
    <section aria-labelledby="reels" className="bg-sand py-20 md:py-28">
      <div className="frame">
        <div className="mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <SectionHeading id="reels" heading={heading} text={text} />
          {links.instagram && (
            <a href={links.instagram} target="_blank" rel="noreferrer" className={textLinkClass}>
              {link}
              <ArrowUpRight aria-hidden="true" className="size-4" />
            </a>
          )}
        </div>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-8 md:grid-cols-3 lg:grid-cols-6">
          {items.map((item) => (
            <li key={item.id}>
              <Still item={item} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Still({ item: { title, duration, picture, alt } }: { item: Reel }) {
  return (
    <figure>
      <div className="relative">
        <Picture
          of={reel[picture]}
          alt={alt}
          sizes="(min-width: 64rem) 12rem, (min-width: 48rem) 31vw, 46vw"
          className="aspect-9/16 w-full rounded-md object-cover"
        />
        <p className="absolute right-2 bottom-2 rounded-md bg-ink/80 px-2 text-sm text-white tabular-nums">
          <span aria-hidden="true">{clipLength(duration)}</span>
          <span className="sr-only">{spokenLength(duration)}</span>
        </p>
      </div>
      <figcaption className="mt-3 leading-snug font-medium text-balance">{title}</figcaption>
    </figure>
  );
}

/** `1:05` for 65 seconds. */
const clipLength = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** `1 minute 5 seconds`, for screen readers. */
function spokenLength(seconds: number): string {
  const parts = [
    { count: Math.floor(seconds / 60), unit: 'minute' },
    { count: seconds % 60, unit: 'second' },
  ];
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}
