import { SalonPage } from '../../salon/salon-page.tsx';
import { Hero } from './hero.tsx';
import { Specialties } from './specialties.tsx';
import { Testimonials } from './testimonials.tsx';
import { Visit } from './visit.tsx';
import { Work } from './work.tsx';

/** The home page. */
export function HomePage() {
  return (
    <SalonPage name="home">
      {({ testimonials, specialties, gallery, visit }) => (
        <>
          <Hero />
          <Testimonials testimonials={testimonials} />
          <Specialties specialties={specialties} />
          <Work gallery={gallery} />
          <Visit visit={visit} />
        </>
      )}
    </SalonPage>
  );
}
