import type { GalleryItem } from '../../src/contracts/salon/pages.ts';
import { pair } from '../pictures/pair.ts';
import { Compare } from '../ui/compare.tsx';
import { useOwnPicture } from './salon-context.ts';

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
  const before = useOwnPicture(`${item.pair}-before`);
  const after = useOwnPicture(`${item.pair}-after`);
  // A drawn picture and a photo beside each other would show no change of the same hair.
  const isOwn = before && after;
  return (
    <Compare
      label={item.title}
      before={{
        files: isOwn ? before : pair[`${item.pair}-before`],
        alt: isOwn ? before.alt : item.before_alt,
      }}
      after={{ files: isOwn ? after : pair[`${item.pair}-after`], alt: isOwn ? after.alt : item.after_alt }}
      sizes={sizes}
      eager={eager}
    />
  );
}
