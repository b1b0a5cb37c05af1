import type { PictureFiles } from '../ui/picture.tsx';
import placeChair320Avif from './place-chair-320.avif';
import placeChair480Avif from './place-chair-480.avif';
import placeChair480Jpg from './place-chair-480.jpg';
import placeChair800Avif from './place-chair-800.avif';
import placeDoor320Avif from './place-door-320.avif';
import placeDoor480Avif from './place-door-480.avif';
import placeDoor480Jpg from './place-door-480.jpg';
import placeDoor800Avif from './place-door-800.avif';
import placeTools320Avif from './place-tools-320.avif';
import placeTools480Avif from './place-tools-480.avif';
import placeTools480Jpg from './place-tools-480.jpg';
import placeTools800Avif from './place-tools-800.avif';

/** The salon, drawn like hair: an arched door with curtains, a chair, a comb and scissors. */
export const place = {
  door: {
    width: 800,
    height: 1000,
    colour: '#856744',
    avif: `${placeDoor320Avif} 320w, ${placeDoor480Avif} 480w, ${placeDoor800Avif} 800w`,
    jpeg: placeDoor480Jpg,
  },
  chair: {
    width: 800,
    height: 1000,
    colour: '#473530',
    avif: `${placeChair320Avif} 320w, ${placeChair480Avif} 480w, ${placeChair800Avif} 800w`,
    jpeg: placeChair480Jpg,
  },
  tools: {
    width: 800,
    height: 1000,
    colour: '#4e3a2b',
    avif: `${placeTools320Avif} 320w, ${placeTools480Avif} 480w, ${placeTools800Avif} 800w`,
    jpeg: placeTools480Jpg,
  },
} satisfies Record<string, PictureFiles>;
