import { hero } from '../../pictures/hero.ts';
import { useOwnPicture, useSalon } from '../../salon/salon-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { TrustLine } from './trust-line.tsx';

/** The first screen: the headline over a picture, and two buttons. */
export function Hero() {
  const { headline, calls_to_action } = useSalon();
  const wide = useOwnPicture('hero');
  const upright = useOwnPicture('hero-upright');
  // Where the salon has only one picture of its own, all screens show it.
  const own = wide ?? upright;
  return (
    <section className="on-dark relative isolate flex min-h-svh items-end overflow-hidden bg-plum-deep text-white">
      <Picture
        of={own ?? hero.landscape}
        portrait={upright ?? own ?? hero.portrait}
        alt={own?.alt ?? ''}
        sizes="100vw"
        eager
        className="absolute inset-0 -z-20 size-full animate-drift object-cover"
      />
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-linear-to-t from-plum-deep via-plum-deep/60 via-45% to-transparent to-75% md:bg-linear-to-r md:via-plum-deep/50 md:via-50%"
      />
      <div className="frame pt-32 pb-14 md:pb-24">
        <div className="max-w-3xl space-y-9">
          <h1 tabIndex={-1} className="text-3xl">
            <Headline text={headline} />
          </h1>
          <div className="flex gap-4 max-sm:flex-col sm:flex-wrap">
            <ButtonLink to="/book" look="brass">
              {calls_to_action.book_appointment}
            </ButtonLink>
            <ButtonLink to="/services" look="light">
              {calls_to_action.view_services}
            </ButtonLink>
          </div>
          <TrustLine />
        </div>
      </div>
    </section>
  );
}

/** Shows the part after the first bar as a smaller second line. Screen readers read the headline unchanged. */
function Headline({ text }: { text: string }) {
  const [first = text, ...rest] = text.split(' | ');
  if (rest.length === 0) return text;
  return (
    <>
      {first}
      <span className="sr-only"> | </span>
      <span className="mt-5 block font-sans text-xl tracking-normal text-gold">{rest.join(' | ')}</span>
    </>
  );
}
