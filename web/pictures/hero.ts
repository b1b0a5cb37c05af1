import type { PictureFiles } from '../ui/picture.tsx';
import heroLandscape480Avif from './hero-landscape-480.avif';
import heroLandscape750Avif from './hero-landscape-750.avif';
import heroLandscape750Jpg from './hero-landscape-750.jpg';
import heroLandscape1080Avif from './hero-landscape-1080.avif';
import heroLandscape1600Avif from './hero-landscape-1600.avif';
import heroPortrait480Avif from './hero-portrait-480.avif';
import heroPortrait750Avif from './hero-portrait-750.avif';
import heroPortrait750Jpg from './hero-portrait-750.jpg';
import heroPortrait1080Avif from './hero-portrait-1080.avif';

/** Long waved hair, caramel painted into espresso, falling past a dark plum ground. */
export const hero = {
  landscape: {
    width: 1600,
    height: 1000,
    colour: '#44302e',
    avif: `${heroLandscape480Avif} 480w, ${heroLandscape750Avif} 750w, ${heroLandscape1080Avif} 1080w, ${heroLandscape1600Avif} 1600w`,
    jpeg: heroLandscape750Jpg,
  },
  portrait: {
    width: 1080,
    height: 1920,
    colour: '#513c2f',
    avif: `${heroPortrait480Avif} 480w, ${heroPortrait750Avif} 750w, ${heroPortrait1080Avif} 1080w`,
    jpeg: heroPortrait750Jpg,
  },
} satisfies Record<string, PictureFiles>;
