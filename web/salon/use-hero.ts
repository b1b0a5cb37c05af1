import { hero } from '../pictures/hero.ts';
import { useOwnPicture } from './salon-context.ts';

/** The picture of the first screen: the salon's own, the same for both screens if it has only one, or else the drawn one. */
export function useHero() {
  const wide = useOwnPicture('hero');
  const upright = useOwnPicture('hero-upright');
  return {
    landscape: wide ?? upright ?? hero.landscape,
    portrait: upright ?? wide ?? hero.portrait,
    alt: (wide ?? upright)?.alt ?? '',
  };
}
