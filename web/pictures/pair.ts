import type { PictureFiles } from '../ui/picture.tsx';
import pairBalayageAfter400Avif from './pair-balayage-after-400.avif';
import pairBalayageAfter700Avif from './pair-balayage-after-700.avif';
import pairBalayageAfter700Jpg from './pair-balayage-after-700.jpg';
import pairBalayageAfter1000Avif from './pair-balayage-after-1000.avif';
import pairBalayageBefore400Avif from './pair-balayage-before-400.avif';
import pairBalayageBefore700Avif from './pair-balayage-before-700.avif';
import pairBalayageBefore700Jpg from './pair-balayage-before-700.jpg';
import pairBalayageBefore1000Avif from './pair-balayage-before-1000.avif';
import pairBluntCutAfter400Avif from './pair-blunt-cut-after-400.avif';
import pairBluntCutAfter700Avif from './pair-blunt-cut-after-700.avif';
import pairBluntCutAfter700Jpg from './pair-blunt-cut-after-700.jpg';
import pairBluntCutAfter1000Avif from './pair-blunt-cut-after-1000.avif';
import pairBluntCutBefore400Avif from './pair-blunt-cut-before-400.avif';
import pairBluntCutBefore700Avif from './pair-blunt-cut-before-700.avif';
import pairBluntCutBefore700Jpg from './pair-blunt-cut-before-700.jpg';
import pairBluntCutBefore1000Avif from './pair-blunt-cut-before-1000.avif';
import pairCopperAfter400Avif from './pair-copper-after-400.avif';
import pairCopperAfter700Avif from './pair-copper-after-700.avif';
import pairCopperAfter700Jpg from './pair-copper-after-700.jpg';
import pairCopperAfter1000Avif from './pair-copper-after-1000.avif';
import pairCopperBefore400Avif from './pair-copper-before-400.avif';
import pairCopperBefore700Avif from './pair-copper-before-700.avif';
import pairCopperBefore700Jpg from './pair-copper-before-700.jpg';
import pairCopperBefore1000Avif from './pair-copper-before-1000.avif';
import pairLayersAfter400Avif from './pair-layers-after-400.avif';
import pairLayersAfter700Avif from './pair-layers-after-700.avif';
import pairLayersAfter700Jpg from './pair-layers-after-700.jpg';
import pairLayersAfter1000Avif from './pair-layers-after-1000.avif';
import pairLayersBefore400Avif from './pair-layers-before-400.avif';
import pairLayersBefore700Avif from './pair-layers-before-700.avif';
import pairLayersBefore700Jpg from './pair-layers-before-700.jpg';
import pairLayersBefore1000Avif from './pair-layers-before-1000.avif';
import pairRootTouchUpAfter400Avif from './pair-root-touch-up-after-400.avif';
import pairRootTouchUpAfter700Avif from './pair-root-touch-up-after-700.avif';
import pairRootTouchUpAfter700Jpg from './pair-root-touch-up-after-700.jpg';
import pairRootTouchUpAfter1000Avif from './pair-root-touch-up-after-1000.avif';
import pairRootTouchUpBefore400Avif from './pair-root-touch-up-before-400.avif';
import pairRootTouchUpBefore700Avif from './pair-root-touch-up-before-700.avif';
import pairRootTouchUpBefore700Jpg from './pair-root-touch-up-before-700.jpg';
import pairRootTouchUpBefore1000Avif from './pair-root-touch-up-before-1000.avif';
import pairSleekAfter400Avif from './pair-sleek-after-400.avif';
import pairSleekAfter700Avif from './pair-sleek-after-700.avif';
import pairSleekAfter700Jpg from './pair-sleek-after-700.jpg';
import pairSleekAfter1000Avif from './pair-sleek-after-1000.avif';
import pairSleekBefore400Avif from './pair-sleek-before-400.avif';
import pairSleekBefore700Avif from './pair-sleek-before-700.avif';
import pairSleekBefore700Jpg from './pair-sleek-before-700.jpg';
import pairSleekBefore1000Avif from './pair-sleek-before-1000.avif';

/** Drawn hair before and after: dull brown to caramel balayage; grey roots at a parting to chestnut; faded brown to copper; ragged ends to a straight line; heavy blonde ends to layers; frizz to sleek. */
export const pair = {
  'balayage-before': {
    width: 1000,
    height: 1250,
    colour: '#382518',
    avif: `${pairBalayageBefore400Avif} 400w, ${pairBalayageBefore700Avif} 700w, ${pairBalayageBefore1000Avif} 1000w`,
    jpeg: pairBalayageBefore700Jpg,
  },
  'balayage-after': {
    width: 1000,
    height: 1250,
    colour: '#513b2a',
    avif: `${pairBalayageAfter400Avif} 400w, ${pairBalayageAfter700Avif} 700w, ${pairBalayageAfter1000Avif} 1000w`,
    jpeg: pairBalayageAfter700Jpg,
  },
  'root-touch-up-before': {
    width: 1000,
    height: 1250,
    colour: '#6a4d41',
    avif: `${pairRootTouchUpBefore400Avif} 400w, ${pairRootTouchUpBefore700Avif} 700w, ${pairRootTouchUpBefore1000Avif} 1000w`,
    jpeg: pairRootTouchUpBefore700Jpg,
  },
  'root-touch-up-after': {
    width: 1000,
    height: 1250,
    colour: '#644539',
    avif: `${pairRootTouchUpAfter400Avif} 400w, ${pairRootTouchUpAfter700Avif} 700w, ${pairRootTouchUpAfter1000Avif} 1000w`,
    jpeg: pairRootTouchUpAfter700Jpg,
  },
  'copper-before': {
    width: 1000,
    height: 1250,
    colour: '#453022',
    avif: `${pairCopperBefore400Avif} 400w, ${pairCopperBefore700Avif} 700w, ${pairCopperBefore1000Avif} 1000w`,
    jpeg: pairCopperBefore700Jpg,
  },
  'copper-after': {
    width: 1000,
    height: 1250,
    colour: '#86533d',
    avif: `${pairCopperAfter400Avif} 400w, ${pairCopperAfter700Avif} 700w, ${pairCopperAfter1000Avif} 1000w`,
    jpeg: pairCopperAfter700Jpg,
  },
  'blunt-cut-before': {
    width: 1000,
    height: 1250,
    colour: '#85817c',
    avif: `${pairBluntCutBefore400Avif} 400w, ${pairBluntCutBefore700Avif} 700w, ${pairBluntCutBefore1000Avif} 1000w`,
    jpeg: pairBluntCutBefore700Jpg,
  },
  'blunt-cut-after': {
    width: 1000,
    height: 1250,
    colour: '#857f7a',
    avif: `${pairBluntCutAfter400Avif} 400w, ${pairBluntCutAfter700Avif} 700w, ${pairBluntCutAfter1000Avif} 1000w`,
    jpeg: pairBluntCutAfter700Jpg,
  },
  'layers-before': {
    width: 1000,
    height: 1250,
    colour: '#a48665',
    avif: `${pairLayersBefore400Avif} 400w, ${pairLayersBefore700Avif} 700w, ${pairLayersBefore1000Avif} 1000w`,
    jpeg: pairLayersBefore700Jpg,
  },
  'layers-after': {
    width: 1000,
    height: 1250,
    colour: '#a88e70',
    avif: `${pairLayersAfter400Avif} 400w, ${pairLayersAfter700Avif} 700w, ${pairLayersAfter1000Avif} 1000w`,
    jpeg: pairLayersAfter700Jpg,
  },
  'sleek-before': {
    width: 1000,
    height: 1250,
    colour: '#3f271e',
    avif: `${pairSleekBefore400Avif} 400w, ${pairSleekBefore700Avif} 700w, ${pairSleekBefore1000Avif} 1000w`,
    jpeg: pairSleekBefore700Jpg,
  },
  'sleek-after': {
    width: 1000,
    height: 1250,
    colour: '#463129',
    avif: `${pairSleekAfter400Avif} 400w, ${pairSleekAfter700Avif} 700w, ${pairSleekAfter1000Avif} 1000w`,
    jpeg: pairSleekAfter700Jpg,
  },
} satisfies Record<string, PictureFiles>;
