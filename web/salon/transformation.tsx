import type { GalleryItem } from '../../src/contracts/salon/pages.ts';
import { pair } from '../pictures/pair.ts';
import { Compare } from '../ui/compare.tsx';
import { ownPair, useSalon } from './salon-context.ts';

/** Before and after of one gallery item, to compare. */
export function Transformation({
  item,
  sizes,
  eager = false,
}: {
  item: GalleryItem;
  sizes: string;
  /** Whether it is on the first screen. */
  eager?: boolean;
}) {
  const own = ownPair(useSalon().pictures, item.pair);
  return (
    <Compare
      label={own ? own.after.alt : item.title}
      before={
        own
          ? { files: own.before, alt: own.before.alt }
          : { files: pair[`${item.pair}-before`], alt: item.before_alt }
      }
      after={
        own
          ? { files: own.after, alt: own.after.alt }
          : { files: pair[`${item.pair}-after`], alt: item.after_alt }
      }
      sizes={sizes}
      eager={eager}
    />
  );
}
