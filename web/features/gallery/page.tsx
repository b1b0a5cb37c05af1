import { Suspense, useState } from 'react';
import type { GalleryCategory } from '../../../src/contracts/salon/groups.ts';
import type { GalleryItem, PageContent } from '../../../src/contracts/salon/pages.ts';
import { ClosingCall } from '../../salon/closing-call.tsx';
import { SalonPage } from '../../salon/page/salon-page.tsx';
import { ownPair, useSalon } from '../../salon/salon-context.ts';
import { Transformation } from '../../salon/transformation.tsx';
import { PageHeading } from '../../ui/heading.tsx';
import { CategoryFilter } from './category-filter.tsx';
import { Reels } from './reels.tsx';

/** The salon's work, before and after. Parts without fields are hydrated later. */
export function GalleryPage() {
  return (
    <SalonPage name="gallery">
      {({ hero, items, reels, closing }) => (
        <>
          <div className="frame pt-32 pb-20 md:pt-44 md:pb-28">
            <div className="mb-10 max-w-2xl space-y-6 md:mb-14">
              <PageHeading className="text-3xl">{hero.heading}</PageHeading>
              <HeroText {...hero} items={items} />
            </div>
            <Transformations items={items} />
          </div>
          <Suspense>
            <Reels reels={reels} />
            <ClosingCall closing={closing} />
          </Suspense>
        </>
      )}
    </SalonPage>
  );
}

/** The words about drawn pictures go with the first of them that gives way to the salon's own. */
function HeroText({
  text,
  drawn,
  items,
}: PageContent['gallery']['hero'] & { items: readonly GalleryItem[] }) {
  const { pictures } = useSalon();
  const isDrawn = !items.some(({ pair }) => ownPair(pictures, pair));
  return <p className="text-lg text-stone">{drawn && isDrawn ? `${text} ${drawn}` : text}</p>;
}

function Transformations({ items }: { items: readonly GalleryItem[] }) {
  const [category, setCategory] = useState<GalleryCategory | null>(null);
  const shown = items.filter((item) => category === null || item.category === category);
  return (
    <>
      <CategoryFilter items={items} chosen={category} onChoose={setCategory} />
      <p role="status" className="sr-only">
        {category !== null && `${shown.length} of ${items.length} shown.`}
      </p>
      <ul className="grid gap-x-6 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((item, index) => (
          <li key={item.id}>
            {/* Part of the first one is on a phone's first screen. */}
            <Item item={item} eager={index === 0} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** One transformation: pictures, description and the services used. The words are about the drawn pictures, and go with them. */
function Item({ item, eager }: { item: GalleryItem; eager: boolean }) {
  const { title, description, services } = item;
  const isOwn = ownPair(useSalon().pictures, item.pair) !== undefined;
  return (
    <article>
      <Transformation
        item={item}
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw"
        eager={eager}
      />
      {!isOwn && (
        <>
          <h2 className="mt-5 text-xl">{title}</h2>
          <p className="mt-2 text-stone">{description}</p>
          <ul aria-label="Services used" className="mt-4 flex flex-wrap gap-2">
            {services.map((service) => (
              <li key={service} className="rounded-full bg-sand px-3 py-0.5 text-sm">
                {service}
              </li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}
