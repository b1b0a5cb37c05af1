import { Suspense } from 'react';
import { SalonPage } from '../../salon/page/salon-page.tsx';
import { Hero } from './hero.tsx';
import { Specialties } from './specialties.tsx';
import { Team } from './team.tsx';
import { Testimonials } from './testimonials.tsx';
import { Visit } from './visit.tsx';
import { WorkSection } from './work-section.tsx';

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
            {team && <Team team={team} />}
            <Visit visit={visit} />
          </Suspense>
        </>
      )}
    </SalonPage>
  );
}
