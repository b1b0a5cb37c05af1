import { z } from 'zod';
import { SalonDateField, ServiceIdField, StylistIdField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { GALLERY_CATEGORIES } from './groups.ts';
import { PAIRS, REELS, SPECIALTY_PICTURES, SWIRLS } from './pictures.ts';
import { Portrait, PublicStylist } from './stylists.ts';

/** The content of each page of the site: texts, prices and pictures, all from the salon's profile. None of it is markup. */

const Words = z.string().trim().min(1);
/** US cents. */
const Cents = z.int().min(0);

/** The title and description of a page in the browser's tab and in search results. */
const PageHead = z.object({ title: Words, description: Words });

/** A heading and the text under it. */
const Section = z.object({ heading: Words, text: Words });
export type Section = z.infer<typeof Section>;

export const Testimonial = z.object({
  id: Words,
  name: Words,
  /** Null if it isn't known, like the service. */
  location: Words.nullable(),
  /** Number of stars, at most five. */
  rating: z.int().min(1).max(5),
  service: Words.nullable(),
  text: Words,
  /** The picture behind the initials. */
  image: z.enum(SWIRLS),
});
export type Testimonial = z.infer<typeof Testimonial>;

const BOOKED_BY = {
  /** The catalogue's service for it, if there is one. */
  service: ServiceIdField.optional(),
  /** If there is none: the service whose duration it has. The wizard says so, and the booking's notes name what is wished for. */
  booked_as: ServiceIdField.optional(),
};

/** One of the things the salon is known for. */
const Specialty = z.object({
  id: Words,
  title: Words,
  text: Words,
  picture: z.enum(SPECIALTY_PICTURES),
  /** A description of the picture for people who can't see it. */
  alt: Words,
  starts_at_cents: Cents.optional(),
  ...BOOKED_BY,
});

/** A transformation, shown by pictures from before and after it. */
export const GalleryItem = z.object({
  id: Words,
  title: Words,
  category: z.enum(GALLERY_CATEGORIES),
  description: Words,
  /** Names of the services that were used for it. */
  services: z.array(Words).min(1),
  pair: z.enum(PAIRS),
  before_alt: Words,
  after_alt: Words,
});
export type GalleryItem = z.infer<typeof GalleryItem>;

/** One line of the price menu. All prices are minimum prices. */
export const PriceLine = z.object({
  name: Words,
  starts_at_cents: Cents,
  /** The same service with an addition, such as `with hair style`, and its price. */
  addition: z.object({ text: Words, starts_at_cents: Cents }).optional(),
  ...BOOKED_BY,
});
export type PriceLine = z.infer<typeof PriceLine>;

export const PriceGroup = z.object({ heading: Words, lines: z.array(PriceLine).min(1) });
export type PriceGroup = z.infer<typeof PriceGroup>;

/** A film of a transformation. The site shows a still and the film's length. */
export const Reel = z.object({
  id: Words,
  title: Words,
  /** Seconds. */
  duration: z.int().positive(),
  picture: z.enum(REELS),
  alt: Words,
});
export type Reel = z.infer<typeof Reel>;

const HomePage = PageHead.extend({
  /** There may be none. */
  testimonials: Section.extend({ items: z.array(Testimonial) }),
  /** The cards themselves come from the services page. */
  specialties: Section.extend({ link: Words }),
  /** The items themselves come from the gallery. */
  gallery: Section.extend({ link: Words }),
  /** The people who work there, by first name. */
  team: Section.extend({ members: z.array(z.object({ name: Words, text: Words })).min(1) }).optional(),
  visit: Section,
});

const ServicesPage = PageHead.extend({
  hero: Section,
  specialties: Section.extend({ items: z.array(Specialty).length(4) }),
  /** Everything that the salon offers, in the salon's own words. */
  offered: Section.extend({ items: z.array(z.object({ name: Words, text: Words })).min(1) }),
  prices: Section.extend({ starts_at: Words, groups: z.array(PriceGroup).min(1) }),
  clients: Section,
  closing: Section,
});

const GalleryPage = PageHead.extend({
  /** `drawn` is said after the text as long as all pictures are drawn. */
  hero: Section.extend({ drawn: Words.optional() }),
  /** The first one is also on the front page. */
  items: z.tuple([GalleryItem], GalleryItem),
  reels: Section.extend({ items: z.array(Reel).min(1), link: Words }),
  closing: Section,
});

export const PolicyPage = PageHead.extend({
  heading: Words,
  text: Words,
  /** The day from which the text applies. */
  effective: SalonDateField,
  sections: z
    .array(
      z.object({
        heading: Words,
        /** A text becomes a paragraph, an array of texts a list. */
        body: z.array(z.union([Words, z.array(Words).min(1)])).min(1),
      }),
    )
    .min(1),
});
export type PolicyPage = z.infer<typeof PolicyPage>;

/** The schemas of the pages in the profile, by the last part of `GET /api/pages/{page}`. */
export const PAGES = {
  home: HomePage,
  services: ServicesPage,
  gallery: GalleryPage,
  book: PageHead,
  terms: PolicyPage,
  privacy: PolicyPage,
} as const;
export type PageName = keyof typeof PAGES;

/** `GET /api/pages/{page}`: the content of one page. */
const pageOperation = <Name extends PageName, Body extends z.ZodType>(name: Name, body: Body) =>
  defineOperation({
    method: 'get',
    path: `/api/pages/${name}`,
    summary: `The contents of the ${name} page`,
    caller: 'public',
    answer: { status: 200, body },
  });

const TeamMember = z.object({
  name: Words,
  /** May be empty for a stylist. */
  text: z.string(),
  /** Only of somebody whom visitors can book. */
  stylist: z.object({ id: StylistIdField, picture: Portrait.nullable() }).optional(),
});
export type TeamMember = z.infer<typeof TeamMember>;

/** The front page also shows content of other pages, and the stylists if visitors can choose among several. */
const HomePageContent = HomePage.extend({
  specialties: HomePage.shape.specialties.extend({ items: z.array(Specialty) }),
  gallery: HomePage.shape.gallery.extend({ item: GalleryItem }),
  team: Section.extend({ members: z.array(TeamMember).min(1) }).optional(),
});

/** Something that the services page offers but for which the catalogue has no service of its own. */
const Wish = z.object({
  name: Words,
  /** The service whose duration it has, if that is known. */
  service: ServiceIdField.optional(),
});
export type Wish = z.infer<typeof Wish>;

/** The services page has no number of clients if it has no ratings. */
const ServicesPageContent = ServicesPage.extend({ clients: Section.nullable() });

const BookPageContent = PageHead.extend({
  wishes: z.array(Wish),
  /** Those among whom visitors can choose; left out if there aren't several. */
  stylists: z.array(PublicStylist).optional(),
});

export const getPage = {
  home: pageOperation('home', HomePageContent),
  services: pageOperation('services', ServicesPageContent),
  gallery: pageOperation('gallery', GalleryPage),
  book: pageOperation('book', BookPageContent),
  terms: pageOperation('terms', PolicyPage),
  privacy: pageOperation('privacy', PolicyPage),
} as const;

/** The content of each page, as the API returns it. */
export type PageContent = {
  readonly [Name in PageName]: z.output<(typeof getPage)[Name]['answer']['body']>;
};
