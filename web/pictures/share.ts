import type { PictureFiles } from '../ui/picture.tsx';
import shareCard1200Jpg from './share-card-1200.jpg';

// Written by `npm run pictures`; see docs/pictures.md.
/** Ground of the picture that link previews show; no name on it. */
export const share = {
  card: {
    width: 1200,
    height: 630,
    colour: '#46312b',
    jpeg: shareCard1200Jpg,
  },
} satisfies Record<string, Omit<PictureFiles, 'avif'>>;
