import type { PictureFiles } from '../ui/picture.tsx';
import specialtyBalayage320Avif from './specialty-balayage-320.avif';
import specialtyBalayage480Avif from './specialty-balayage-480.avif';
import specialtyBalayage480Jpg from './specialty-balayage-480.jpg';
import specialtyBalayage800Avif from './specialty-balayage-800.avif';
import specialtyBrazilian320Avif from './specialty-brazilian-320.avif';
import specialtyBrazilian480Avif from './specialty-brazilian-480.avif';
import specialtyBrazilian480Jpg from './specialty-brazilian-480.jpg';
import specialtyBrazilian800Avif from './specialty-brazilian-800.avif';
import specialtyColor320Avif from './specialty-color-320.avif';
import specialtyColor480Avif from './specialty-color-480.avif';
import specialtyColor480Jpg from './specialty-color-480.jpg';
import specialtyColor800Avif from './specialty-color-800.avif';
import specialtyStraight320Avif from './specialty-straight-320.avif';
import specialtyStraight480Avif from './specialty-straight-480.avif';
import specialtyStraight480Jpg from './specialty-straight-480.jpg';
import specialtyStraight800Avif from './specialty-straight-800.avif';

/** Close views of hair: copper colour, straight glossy black, waved balayage, smooth chestnut. */
export const specialty = {
  color: {
    width: 800,
    height: 1000,
    colour: '#89553e',
    avif: `${specialtyColor320Avif} 320w, ${specialtyColor480Avif} 480w, ${specialtyColor800Avif} 800w`,
    jpeg: specialtyColor480Jpg,
  },
  straight: {
    width: 800,
    height: 1000,
    colour: '#2b2526',
    avif: `${specialtyStraight320Avif} 320w, ${specialtyStraight480Avif} 480w, ${specialtyStraight800Avif} 800w`,
    jpeg: specialtyStraight480Jpg,
  },
  balayage: {
    width: 800,
    height: 1000,
    colour: '#654b33',
    avif: `${specialtyBalayage320Avif} 320w, ${specialtyBalayage480Avif} 480w, ${specialtyBalayage800Avif} 800w`,
    jpeg: specialtyBalayage480Jpg,
  },
  brazilian: {
    width: 800,
    height: 1000,
    colour: '#523429',
    avif: `${specialtyBrazilian320Avif} 320w, ${specialtyBrazilian480Avif} 480w, ${specialtyBrazilian800Avif} 800w`,
    jpeg: specialtyBrazilian480Jpg,
  },
} satisfies Record<string, PictureFiles>;
