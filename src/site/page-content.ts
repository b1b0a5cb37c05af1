import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import type { PageContent } from '../contracts/pages.ts';

/** The pages as visitors get them: the front page also shows the specialties and one piece of the gallery. */
export function pageContent(pages: SalonProfile['pages']): PageContent {
  const { home, services, gallery } = pages;
  return {
    ...pages,
    home: {
      ...home,
      specialties: { ...home.specialties, items: services.specialties.items },
      gallery: { ...home.gallery, item: gallery.items[0] },
    },
  };
}
