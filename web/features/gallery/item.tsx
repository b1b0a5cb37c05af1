import type { GalleryItem } from '../../../src/contracts/salon/pages.ts';
import { Transformation } from '../../salon/transformation.tsx';

/** One transformation: pictures, description and the services used. */
export function Item({
  item,
  eager,
}: {
  item: GalleryItem /** Part of it is on a phone's first screen. */;
  eager: boolean;
}) {
  const { title, description, services } = item;
  return (
    <article>
      <Transformation
        item={item}
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw"
        eager={eager}
      />
      <h2 className="mt-5 text-xl">{title}</h2>
      <p className="mt-2 text-stone">{description}</p>
      <ul aria-label="Services used" className="mt-4 flex flex-wrap gap-2">
        {services.map((service) => (
          <li key={service} className="rounded-full bg-sand px-3 py-0.5 text-sm">
            {service}
          </li>
        ))}
      </ul>
    </article>
  );
}
