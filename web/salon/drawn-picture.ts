import type { PictureUse } from '../../src/contracts/salon/pictures.ts';
import type { SalonCard } from '../../src/contracts/salon/salon.ts';
import { hero } from '../pictures/hero.ts';
import { pair } from '../pictures/pair.ts';
import { share } from '../pictures/share.ts';

/** The address of the drawn picture for a use. */
export function drawnAddress(use: PictureUse, card: SalonCard['share_card']): string {
  switch (use) {
    case 'hero':
      return hero.landscape.jpeg;
    case 'hero-upright':
      return hero.portrait.jpeg;
    case 'share':
      return share[card].jpeg;
    default:
      return pair[use].jpeg;
  }
}
