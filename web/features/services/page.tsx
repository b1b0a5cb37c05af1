import { Suspense } from 'react';
import { ClosingCall } from '../../salon/closing-call.tsx';
import { SalonPage } from '../../salon/page/salon-page.tsx';
import { Clients } from './clients.tsx';
import { ServicesHero } from './hero.tsx';
import { Offered } from './offered.tsx';
import { PriceList } from './price-list.tsx';
import { Specialties } from './specialties.tsx';

/** The services, their prices and durations, with links to book them. Hydrated part by part. */
export function ServicesPage() {
  return (
    <SalonPage name="services">
      {({ hero, specialties, offered, prices, clients, closing }) => (
        <>
          <ServicesHero hero={hero} />
          <Suspense>
            <Specialties specialties={specialties} startsAt={prices.starts_at} />
          </Suspense>
          <Suspense>
            <PriceList prices={prices} />
          </Suspense>
          <Suspense>
            <Offered offered={offered} />
            {clients && <Clients clients={clients} />}
            <ClosingCall closing={closing} />
          </Suspense>
        </>
      )}
    </SalonPage>
  );
}
