import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import type { PageContent, Wish } from '../contracts/salon/pages.ts';
import type { PublicStylist } from '../contracts/salon/stylists.ts';

/**
 * The pages' content in the form that visitors get. The front page also shows the specialties and one piece of the gallery. The
 * booking wizard also knows what the services page offers that isn't in the catalogue.
 */
export function pageContent({ pages, ratings }: Pick<SalonProfile, 'pages' | 'ratings'>): PageContent {
  const { home, services, gallery } = pages;
  return {
    ...pages,
    home: {
      ...home,
      specialties: { ...home.specialties, items: services.specialties.items },
      gallery: { ...home.gallery, item: gallery.items[0] },
    },
    // Its heading quotes the number of clients, which belongs to the ratings.
    services: { ...services, clients: ratings ? services.clients : null },
    book: { ...pages.book, wishes: wishesOf(services) },
  };
}

const TEAM = {
  heading: 'Who does your hair',
  text: 'Book with the stylist you like, or take the first free time of any of us.',
};

/** The pages on which visitors meet the stylists, as they are where visitors can choose among several. */
export function withStylists(
  { home, book }: Pick<PageContent, 'home' | 'book'>,
  stylists: readonly PublicStylist[],
): Pick<PageContent, 'home' | 'book'> {
  if (stylists.length < 2) return { home, book };
  const { heading, text } = home.team ?? TEAM;
  const members = stylists.map(({ id, name, title, picture }) => ({
    name,
    text: title,
    stylist: { id, picture },
  }));
  return {
    home: { ...home, team: { heading, text, members } },
    book: { ...book, stylists: [...stylists] },
  };
}

/** The wishes, each name once. If a name occurs several times, the first entry that says which service's duration it has counts. */
function wishesOf({ prices, specialties }: SalonProfile['pages']['services']): Wish[] {
  const offers = [
    ...prices.groups.flatMap(({ lines }) => lines),
    ...specialties.items.map(({ title, ...booked }) => ({ name: title, ...booked })),
  ];
  const wishes = new Map<string, Wish>();
  for (const { name, service, booked_as } of offers) {
    if (service || wishes.get(name)?.service) continue;
    wishes.set(name, { name, ...(booked_as && { service: booked_as }) });
  }
  return [...wishes.values()];
}
