import { ClosingCall } from '../../salon/closing-call.tsx';
import { SalonPage } from '../../salon/salon-page.tsx';
import { Clients } from './clients.tsx';
import { ServicesHero } from './hero.tsx';
import { Offered } from './offered.tsx';
import { PriceList } from './price-list.tsx';
import { Specialties } from './specialties.tsx';

/** The services, their prices and durations, with links to book them. */
export function ServicesPage() {
  return (
    <SalonPage name="services">
      {({ hero, specialties, offered, prices, clients, closing }) => (
        <>
          <ServicesHero hero={hero} />
          <Specialties specialties={specialties} startsAt={prices.starts_at} />
          <PriceList prices={prices} />
          <Offered offered={offered} />
          <Clients clients={clients} />
          <ClosingCall closing={closing} />
        </>
      )}
    </SalonPage>
  );
}
