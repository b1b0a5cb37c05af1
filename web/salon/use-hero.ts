import { hero } from '../pictures/hero.ts';
import type { PictureFiles } from '../ui/picture.tsx';
import { filesOf, useOwnPicture } from './own-picture.ts';

/** The picture of the first screen: the salon's own, the same for both screens if it has only one, or else the drawn one. */
export function useHero(): {
  readonly landscape: PictureFiles;
  readonly portrait: PictureFiles;
  readonly alt: string;
} {
  const wide = useOwnPicture('hero');
  const upright = useOwnPicture('hero-upright');
  const [landscape, portrait] = [wide ?? upright, upright ?? wide];
  if (!landscape || !portrait) return { ...hero, alt: '' };
  return { landscape: filesOf(landscape), portrait: filesOf(portrait), alt: landscape.alt };
}
