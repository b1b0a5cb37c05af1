import { lazy, Suspense } from 'react';
import { SalonPage } from '../../salon/page/salon-page.tsx';
import { Hero } from './hero.tsx';
import { Specialties } from './specialties.tsx';
import { Team } from './team.tsx';
import { Testimonials } from './testimonials.tsx';
import { Visit } from './visit.tsx';
import { WorkSection } from './work-section.tsx';

/** Most salons have nobody to choose, so they do without its code. */
const Stylists = lazy(async () => ({ default: (await import('./stylists.tsx')).Stylists }));

/** The home page. It is hydrated in parts, so that no task is long. */
export function HomePage() {
  return (
    <SalonPage name="home">
      {({ testimonials, specialties, gallery, team, visit }) => (
        <>
          <Suspense>
            <Hero />
          </Suspense>
          <Suspense>{testimonials.items.length > 0 && <Testimonials testimonials={testimonials} />}</Suspense>
          <Suspense>
            <Specialties specialties={specialties} />
          </Suspense>
          <WorkSection gallery={gallery} />
          <Suspense>
            {team && (team.members[0]?.stylist ? <Stylists team={team} /> : <Team team={team} />)}
          </Suspense>
          <Suspense>
            <Visit visit={visit} />
          </Suspense>
        </>
      )}
    </SalonPage>
  );
}
