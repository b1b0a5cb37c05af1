import { MapPin, Phone } from 'lucide-react';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { Strands } from '../../ui/strands.tsx';
import { mapLink } from '../shell/map-link.ts';
import { OpeningTimes } from '../shell/opening-times.tsx';
import { useSalon } from '../shell/salon-context.ts';
import { StreetAddress } from '../shell/street-address.tsx';

/** The front door. */
export function HomePage() {
  const salon = useSalon();
  return (
    <>
      <title>{`${salon.name} · ${salon.tagline}`}</title>
      <section className="on-dark relative isolate flex min-h-svh items-end overflow-hidden bg-plum text-white">
        <Strands lock="mane" className="absolute inset-y-0 right-0 -z-10 h-full w-full md:w-[62%]" />
        <div
          aria-hidden="true"
          className="absolute inset-0 -z-10 bg-linear-to-t from-plum-deep via-plum/80 via-40% to-transparent to-80% md:bg-linear-to-r md:from-plum md:from-40% md:via-plum/55 md:via-55% md:to-transparent md:to-75%"
        />
        <div className="frame animate-enter pt-32 pb-16 md:pb-24">
          <div className="max-w-3xl space-y-8">
            <p className="eyebrow text-gold">{salon.tagline}</p>
            <h1 tabIndex={-1} className="text-3xl">
              <Headline text={salon.headline} />
            </h1>
            <div className="flex flex-wrap gap-4">
              <ButtonLink to="/book" look="brass">
                Book Your Appointment
              </ButtonLink>
              <ButtonLink to="/services" look="light">
                View Services
              </ButtonLink>
            </div>
          </div>
        </div>
      </section>
      <section aria-labelledby="visit" className="frame grid gap-12 py-20 md:grid-cols-2 md:gap-20 md:py-28">
        <div className="space-y-6">
          <h2 id="visit" className="text-2xl">
            Visit us
          </h2>
          <address className="text-lg text-stone not-italic">
            <StreetAddress />
          </address>
          <div className="flex flex-wrap gap-3">
            <a href={mapLink(salon)} target="_blank" rel="noreferrer" className={buttonClass('outline')}>
              <MapPin aria-hidden="true" className="size-4" />
              Directions
            </a>
            <a href={`tel:${salon.phone_e164}`} className={`${buttonClass('outline')} tabular-nums`}>
              <Phone aria-hidden="true" className="size-4" />
              {salon.phone}
            </a>
          </div>
        </div>
        <div className="space-y-6">
          <h2 className="text-2xl">Opening hours</h2>
          <OpeningTimes className="text-lg [&>div]:border-b [&>div]:border-line [&>div]:pb-2 [&_dd]:text-stone" />
        </div>
      </section>
    </>
  );
}

/** Sets what stands behind the first bar as a second, quieter line; read out it is the headline as it is. */
function Headline({ text }: { text: string }) {
  const [first = text, ...rest] = text.split(' | ');
  if (rest.length === 0) return text;
  return (
    <>
      {first}
      <span className="sr-only"> | </span>
      <span className="mt-5 block text-xl text-gold">{rest.join(' | ')}</span>
    </>
  );
}
