import { Suspense } from 'react';
import { SalonPage } from '../../salon/salon-page.tsx';
import { Hero } from './hero.tsx';
import { Place } from './place.tsx';
import { Specialties } from './specialties.tsx';
import { Team } from './team.tsx';
import { Testimonials } from './testimonials.tsx';
import { Visit } from './visit.tsx';
import { Work } from './work.tsx';

/** The home page. What has no fields is hydrated part by part, so that no task is long. */
export function HomePage() {
  return (
    <SalonPage name="home">
      {({ testimonials, specialties, gallery, place, team, visit }) => (
        <>
          <Suspense>
            <Hero />
          </Suspense>
          <Suspense>
            <Testimonials testimonials={testimonials} />
          </Suspense>
          <Suspense>
            <Specialties specialties={specialties} />
          </Suspense>
          <Work gallery={gallery} />
          <Suspense>
            {place && <Place place={place} />}
            {team && <Team team={team} />}
            <Visit visit={visit} />
          </Suspense>
        </>
      )}
    </SalonPage>
  );
}
