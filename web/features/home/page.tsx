import { SalonPage } from '../../salon/salon-page.tsx';
import { Hero } from './hero.tsx';
import { Place } from './place.tsx';
import { Specialties } from './specialties.tsx';
import { Team } from './team.tsx';
import { Testimonials } from './testimonials.tsx';
import { Visit } from './visit.tsx';
import { Work } from './work.tsx';

/** The home page. */
export function HomePage() {
  return (
    <SalonPage name="home">
      {({ testimonials, specialties, gallery, place, team, visit }) => (
        <>
          <Hero />
          <Testimonials testimonials={testimonials} />
          <Specialties specialties={specialties} />
          <Work gallery={gallery} />
          {place && <Place place={place} />}
          {team && <Team team={team} />}
          <Visit visit={visit} />
        </>
      )}
    </SalonPage>
  );
}
