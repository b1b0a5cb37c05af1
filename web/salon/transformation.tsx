import type { GalleryItem } from '../../src/contracts/salon/pages.ts';
import { pair } from '../pictures/pair.ts';
import { Compare } from '../ui/compare.tsx';

/** Before and after of one gallery item, to compare. */
export function Transformation({
  item,
  sizes,
  eager,
}: {
  item: GalleryItem;
  sizes: string;
  eager?: boolean;
}) {
  return (
    <Compare
      label={item.title}
      before={{ files: pair[`${item.pair}-before`], alt: item.before_alt }}
      after={{ files: pair[`${item.pair}-after`], alt: item.after_alt }}
      sizes={sizes}
      {...(eager && { eager })}
    />
  );
}
