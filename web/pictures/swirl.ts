import type { PictureFiles } from '../ui/picture.tsx';
import swirlChestnut96Avif from './swirl-chestnut-96.avif';
import swirlChestnut192Avif from './swirl-chestnut-192.avif';
import swirlChestnut192Jpg from './swirl-chestnut-192.jpg';
import swirlCopper96Avif from './swirl-copper-96.avif';
import swirlCopper192Avif from './swirl-copper-192.avif';
import swirlCopper192Jpg from './swirl-copper-192.jpg';
import swirlEspresso96Avif from './swirl-espresso-96.avif';
import swirlEspresso192Avif from './swirl-espresso-192.avif';
import swirlEspresso192Jpg from './swirl-espresso-192.jpg';
import swirlHoney96Avif from './swirl-honey-96.avif';
import swirlHoney192Avif from './swirl-honey-192.avif';
import swirlHoney192Jpg from './swirl-honey-192.jpg';
import swirlPlatinum96Avif from './swirl-platinum-96.avif';
import swirlPlatinum192Avif from './swirl-platinum-192.avif';
import swirlPlatinum192Jpg from './swirl-platinum-192.jpg';
import swirlRaven96Avif from './swirl-raven-96.avif';
import swirlRaven192Avif from './swirl-raven-192.avif';
import swirlRaven192Jpg from './swirl-raven-192.jpg';

/** Small tiles of wound hair, for initials to stand on. */
export const swirl = {
  espresso: {
    width: 192,
    height: 192,
    colour: '#312520',
    avif: `${swirlEspresso96Avif} 96w, ${swirlEspresso192Avif} 192w`,
    jpeg: swirlEspresso192Jpg,
  },
  copper: {
    width: 192,
    height: 192,
    colour: '#57291b',
    avif: `${swirlCopper96Avif} 96w, ${swirlCopper192Avif} 192w`,
    jpeg: swirlCopper192Jpg,
  },
  honey: {
    width: 192,
    height: 192,
    colour: '#593f29',
    avif: `${swirlHoney96Avif} 96w, ${swirlHoney192Avif} 192w`,
    jpeg: swirlHoney192Jpg,
  },
  raven: {
    width: 192,
    height: 192,
    colour: '#272022',
    avif: `${swirlRaven96Avif} 96w, ${swirlRaven192Avif} 192w`,
    jpeg: swirlRaven192Jpg,
  },
  chestnut: {
    width: 192,
    height: 192,
    colour: '#3e271f',
    avif: `${swirlChestnut96Avif} 96w, ${swirlChestnut192Avif} 192w`,
    jpeg: swirlChestnut192Jpg,
  },
  platinum: {
    width: 192,
    height: 192,
    colour: '#564c3f',
    avif: `${swirlPlatinum96Avif} 96w, ${swirlPlatinum192Avif} 192w`,
    jpeg: swirlPlatinum192Jpg,
  },
} satisfies Record<string, PictureFiles>;
