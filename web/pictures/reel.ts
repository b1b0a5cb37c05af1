import type { PictureFiles } from '../ui/picture.tsx';
import reelBraid320Avif from './reel-braid-320.avif';
import reelBraid480Avif from './reel-braid-480.avif';
import reelBraid480Jpg from './reel-braid-480.jpg';
import reelBraid720Avif from './reel-braid-720.avif';
import reelCopper320Avif from './reel-copper-320.avif';
import reelCopper480Avif from './reel-copper-480.avif';
import reelCopper480Jpg from './reel-copper-480.jpg';
import reelCopper720Avif from './reel-copper-720.avif';
import reelCurls320Avif from './reel-curls-320.avif';
import reelCurls480Avif from './reel-curls-480.avif';
import reelCurls480Jpg from './reel-curls-480.jpg';
import reelCurls720Avif from './reel-curls-720.avif';
import reelGlass320Avif from './reel-glass-320.avif';
import reelGlass480Avif from './reel-glass-480.avif';
import reelGlass480Jpg from './reel-glass-480.jpg';
import reelGlass720Avif from './reel-glass-720.avif';
import reelPonytail320Avif from './reel-ponytail-320.avif';
import reelPonytail480Avif from './reel-ponytail-480.avif';
import reelPonytail480Jpg from './reel-ponytail-480.jpg';
import reelPonytail720Avif from './reel-ponytail-720.avif';
import reelWaves320Avif from './reel-waves-320.avif';
import reelWaves480Avif from './reel-waves-480.avif';
import reelWaves480Jpg from './reel-waves-480.jpg';
import reelWaves720Avif from './reel-waves-720.avif';

/** Stills: blonde waves, a braid, chestnut ringlets, straight glossy dark hair, an ash blonde ponytail, copper waves. */
export const reel = {
  waves: {
    width: 720,
    height: 1280,
    colour: '#977c59',
    avif: `${reelWaves320Avif} 320w, ${reelWaves480Avif} 480w, ${reelWaves720Avif} 720w`,
    jpeg: reelWaves480Jpg,
  },
  braid: {
    width: 720,
    height: 1280,
    colour: '#523e31',
    avif: `${reelBraid320Avif} 320w, ${reelBraid480Avif} 480w, ${reelBraid720Avif} 720w`,
    jpeg: reelBraid480Jpg,
  },
  curls: {
    width: 720,
    height: 1280,
    colour: '#4c3227',
    avif: `${reelCurls320Avif} 320w, ${reelCurls480Avif} 480w, ${reelCurls720Avif} 720w`,
    jpeg: reelCurls480Jpg,
  },
  glass: {
    width: 720,
    height: 1280,
    colour: '#3e332f',
    avif: `${reelGlass320Avif} 320w, ${reelGlass480Avif} 480w, ${reelGlass720Avif} 720w`,
    jpeg: reelGlass480Jpg,
  },
  ponytail: {
    width: 720,
    height: 1280,
    colour: '#64574a',
    avif: `${reelPonytail320Avif} 320w, ${reelPonytail480Avif} 480w, ${reelPonytail720Avif} 720w`,
    jpeg: reelPonytail480Jpg,
  },
  copper: {
    width: 720,
    height: 1280,
    colour: '#7d4932',
    avif: `${reelCopper320Avif} 320w, ${reelCopper480Avif} 480w, ${reelCopper720Avif} 720w`,
    jpeg: reelCopper480Jpg,
  },
} satisfies Record<string, PictureFiles>;
