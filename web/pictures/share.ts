import type { PictureFiles } from '../ui/picture.tsx';
import shareLumiere1200Jpg from './share-lumiere-1200.jpg';
import sharePlain1200Jpg from './share-plain-1200.jpg';

/** The picture that link previews show: without a name, and with that of the built-in salon. */
export const share = {
  plain: {
    width: 1200,
    height: 630,
    colour: '#46312b',
    jpeg: sharePlain1200Jpg,
  },
  lumiere: {
    width: 1200,
    height: 630,
    colour: '#402e2a',
    jpeg: shareLumiere1200Jpg,
  },
} satisfies Record<string, Omit<PictureFiles, 'avif'>>;
