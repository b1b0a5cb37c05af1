import type { Album } from './modules.ts';
import { heroes, pairs, places, reels, share, specialties, swirls } from './scenes.ts';

/** All pictures of the site, by the page that shows them. */
export const albums: readonly Album[] = [
  {
    name: 'hero',
    about: 'Long waved hair, caramel painted into espresso, falling past a dark plum ground.',
    scenes: heroes,
    edition: { widths: [480, 750, 1080, 1600], quality: 52, jpeg: { width: 750, quality: 68 } },
  },
  {
    name: 'specialty',
    about: 'Close views of hair: copper colour, straight glossy black, waved balayage, smooth chestnut.',
    scenes: specialties,
    edition: { widths: [320, 480, 800], quality: 54, jpeg: { width: 480, quality: 66 } },
  },
  {
    name: 'pair',
    about:
      'Drawn hair before and after: dull brown to caramel balayage; grey roots at a parting to chestnut; faded brown to copper; ragged ends to a straight line; heavy blonde ends to layers; frizz to sleek.',
    scenes: pairs,
    edition: { widths: [400, 700, 1000], quality: 43, jpeg: { width: 700, quality: 42 } },
  },
  {
    name: 'reel',
    about:
      'Stills: blonde waves, a braid, chestnut ringlets, straight glossy dark hair, an ash blonde ponytail, copper waves.',
    scenes: reels,
    edition: { widths: [320, 480, 720], quality: 52, jpeg: { width: 480, quality: 60 } },
  },
  {
    name: 'place',
    about: 'The salon, drawn like hair: an arched door with curtains, a chair, a comb and scissors.',
    scenes: places,
    edition: { widths: [320, 480, 800], quality: 52, jpeg: { width: 480, quality: 64 } },
  },
  {
    name: 'swirl',
    about: 'Small tiles of wound hair, for initials to stand on.',
    scenes: swirls,
    edition: { widths: [96, 192], quality: 50, jpeg: { width: 192, quality: 70 } },
  },
  {
    name: 'share',
    about: 'The picture that link previews show: without a name, and with that of the built-in salon.',
    scenes: share,
    edition: { widths: [], quality: 0, jpeg: { width: 1200, quality: 72 } },
  },
];
