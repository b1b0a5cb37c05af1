import type { Offer, ServiceEvent } from '../../../src/features/catalogue/events.ts';
import { dollars } from '../../../src/salon/money.ts';
import type { Fields, Tell } from './fields.ts';

const offerOf = (offer: Offer): Fields => ({
  name: offer.name,
  description: offer.description || null,
  category: offer.category,
  public_group: offer.publicGroup,
  price: dollars(offer.priceCents),
  price_text: offer.priceText,
  duration_minutes: offer.durationMinutes,
  gap: offer.gap ? `${offer.gap.start} to ${offer.gap.end} minutes` : null,
});

/** A service of the catalogue. */
export const tellService: Tell<ServiceEvent> = (event, before) => {
  switch (event.type) {
    case 'ServiceAdded':
    case 'ServiceRestored':
      return { fields: { ...offerOf(event.data), active: event.data.active } };
    case 'ServiceChanged':
      return { fields: { ...before(), ...offerOf(event.data) } };
    case 'ServiceActivated':
      return { fields: { ...before(), active: true } };
    case 'ServiceDeactivated':
      return { fields: { ...before(), active: false } };
    case 'ServiceRemoved':
      return {};
  }
};
