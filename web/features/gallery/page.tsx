import { Suspense, useState } from 'react';
import type { GalleryCategory } from '../../../src/contracts/salon/groups.ts';
import type { PageContent } from '../../../src/contracts/salon/pages.ts';
import { ClosingCall } from '../../salon/closing-call.tsx';
import { SalonPage } from '../../salon/page/salon-page.tsx';
import { PageHeading } from '../../ui/heading.tsx';
import { CategoryFilter } from './category-filter.tsx';
import { Item } from './item.tsx';
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
              <p className="text-lg text-stone">{hero.text}</p>
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

function Transformations({ items }: { items: PageContent['gallery']['items'] }) {
  const [category, setCategory] = useState<GalleryCategory | null>(null);
  const shown = items.filter((item) => category === null || item.category === category);
  return (
    <>
      <CategoryFilter items={items} chosen={category} onChoose={setCategory} />
      <p role="status" className="sr-only">
        {category !== null && `${shown.length} of ${items.length} shown.`}
      </p>
      <ul className="grid gap-x-6 gap-y-14 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((item, place) => (
          <li key={item.id}>
            <Item item={item} eager={place === 0} />
          </li>
        ))}
      </ul>
    </>
  );
}
