import { createContext, use } from 'react';
import type { GalleryItem } from '../../src/contracts/salon/pages.ts';
import type { PictureUse } from '../../src/contracts/salon/picture-uses.ts';
import type { OwnPicture, Salon } from '../../src/contracts/salon/salon.ts';

export const SalonContext = createContext<Salon | null>(null);

/** The salon's profile and opening hours. The layout renders no page before they have loaded. */
export function useSalon(): Salon {
  const salon = use(SalonContext);
  if (!salon) throw new Error('A page was rendered outside its layout.');
  return salon;
}

/** The salon's own picture for a use; undefined where a drawn one is shown. */
export const useOwnPicture = (use: PictureUse): OwnPicture | undefined =>
  ownPicture(useSalon().pictures, use);

const ownPicture = (pictures: readonly OwnPicture[], use: PictureUse) =>
  pictures.find((picture) => picture.use === use);

/** The salon's own pictures of a transformation. A drawn one and a photo beside each other would show no change of the same hair. */
export function ownPair(pictures: readonly OwnPicture[], pair: GalleryItem['pair']) {
  const before = ownPicture(pictures, `${pair}-before`);
  const after = ownPicture(pictures, `${pair}-after`);
  return before && after && { before, after };
}
