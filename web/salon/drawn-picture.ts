import type { PictureUse } from '../../src/contracts/salon/picture-uses.ts';
import type { SalonCard } from '../../src/contracts/salon/salon.ts';
import { hero } from '../pictures/hero.ts';
import { share } from '../pictures/share.ts';

/** Addresses by path. Taken from `pair.ts`, they would move from the public pages' file to one of their own. */
const PAIRS = import.meta.glob<string>('../pictures/pair-*-700.jpg', {
  eager: true,
  query: '?url',
  import: 'default',
});

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
      return PAIRS[`../pictures/pair-${use}-700.jpg`] ?? '';
  }
}
