import { z } from 'zod';
import { SalonDateField, ServiceIdField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { GALLERY_CATEGORIES } from './groups.ts';
import { PAIRS, PLACES, REELS, SPECIALTY_PICTURES, SWIRLS } from './pictures.ts';

/** The content of each page of the site: texts, prices and pictures of the salon's profile. None of it is markup. */

const Words = z.string().trim().min(1);
/** US cents. */
const Cents = z.int().min(0);

/** How a page is named in the browser's tab and in search results. */
const PageHead = z.object({ title: Words, description: Words });

/** A heading and the lines under it. */
const Section = z.object({ heading: Words, text: Words });
export type Section = z.infer<typeof Section>;

/** What a client said. */
export const Testimonial = z.object({
  id: Words,
  name: Words,
  location: Words,
  /** Stars, of five. */
  rating: z.int().min(1).max(5),
  service: Words,
  text: Words,
  /** The picture behind the initials. */
  image: z.enum(SWIRLS),
});
export type Testimonial = z.infer<typeof Testimonial>;

/** How something on the site is booked. */
const BOOKED_BY = {
  /** The service of the catalogue that books it, where there is one. */
  service: ServiceIdField.optional(),
  /** Where there is none: the one whose time it takes. The wizard then says so, and the notes name what is wished for. */
  booked_as: ServiceIdField.optional(),
};

/** One of the things the salon is known for. */
const Specialty = z.object({
  id: Words,
  title: Words,
  text: Words,
  picture: z.enum(SPECIALTY_PICTURES),
  /** The picture in words, for people who don't see it. */
  alt: Words,
  starts_at_cents: Cents.optional(),
  ...BOOKED_BY,
});

/** One transformation, before and after. */
export const GalleryItem = z.object({
  id: Words,
  title: Words,
  category: z.enum(GALLERY_CATEGORIES),
  description: Words,
  /** Names of the services it took. */
  services: z.array(Words).min(1),
  pair: z.enum(PAIRS),
  before_alt: Words,
  after_alt: Words,
});
export type GalleryItem = z.infer<typeof GalleryItem>;

/** One line of the price menu; prices are minimum prices. */
export const PriceLine = z.object({
  name: Words,
  starts_at_cents: Cents,
  /** The same with something added, such as `with hair style`. */
  addition: z.object({ text: Words, starts_at_cents: Cents }).optional(),
  ...BOOKED_BY,
});
export type PriceLine = z.infer<typeof PriceLine>;

export const PriceGroup = z.object({ heading: Words, lines: z.array(PriceLine).min(1) });
export type PriceGroup = z.infer<typeof PriceGroup>;

/** A filmed transformation; the site shows a still and the length of the film. */
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
  testimonials: Section.extend({ items: z.array(Testimonial).min(1) }),
  /** The cards themselves are those of the services page. */
  specialties: Section.extend({ link: Words }),
  /** The items themselves are those of the gallery. */
  gallery: Section.extend({ link: Words }),
  /** The place and its tools, in pictures. */
  place: Section.extend({
    pictures: z.array(z.object({ picture: z.enum(PLACES), alt: Words })).min(1),
  }).optional(),
  /** Who works there, by first name. */
  team: Section.extend({ members: z.array(z.object({ name: Words, text: Words })).min(1) }).optional(),
  visit: Section,
});

const ServicesPage = PageHead.extend({
  hero: Section,
  specialties: Section.extend({ items: z.array(Specialty).length(4) }),
  /** Everything the salon offers, in its own words. */
  offered: Section.extend({ items: z.array(z.object({ name: Words, text: Words })).min(1) }),
  prices: Section.extend({ starts_at: Words, groups: z.array(PriceGroup).min(1) }),
  clients: Section,
  closing: Section,
});

const GalleryPage = PageHead.extend({
  hero: Section,
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
        /** A text is a paragraph, an array of texts a list. */
        body: z.array(z.union([Words, z.array(Words).min(1)])).min(1),
      }),
    )
    .min(1),
});
export type PolicyPage = z.infer<typeof PolicyPage>;

const BookPage = PageHead;

/** The pages as they are in the profile, by the last part of `GET /api/pages/{page}`. */
export const PAGES = {
  home: HomePage,
  services: ServicesPage,
  gallery: GalleryPage,
  book: BookPage,
  terms: PolicyPage,
  privacy: PolicyPage,
} as const;
export type PageName = keyof typeof PAGES;

/** `GET /api/pages/{page}`: the content of one page. */
const pageOperation = <Name extends PageName, Body extends z.ZodType>(name: Name, body: Body) =>
  defineOperation({
    method: 'get',
    path: `/api/pages/${name}`,
    summary: `What the ${name} page says`,
    caller: 'public',
    answer: { status: 200, body },
  });

/** The front page also shows content of other pages. */
const HomePageContent = HomePage.extend({
  specialties: HomePage.shape.specialties.extend({ items: z.array(Specialty) }),
  gallery: HomePage.shape.gallery.extend({ item: GalleryItem }),
});

/** What the services page offers and the catalogue has no service of its own for. */
const Wish = z.object({
  name: Words,
  /** The service whose time it takes, where one is known. */
  service: ServiceIdField.optional(),
});
export type Wish = z.infer<typeof Wish>;

const BookPageContent = BookPage.extend({ wishes: z.array(Wish) });

export const getPage = {
  home: pageOperation('home', HomePageContent),
  services: pageOperation('services', ServicesPage),
  gallery: pageOperation('gallery', GalleryPage),
  book: pageOperation('book', BookPageContent),
  terms: pageOperation('terms', PolicyPage),
  privacy: pageOperation('privacy', PolicyPage),
} as const;

/** The content of each page, as the API returns it. */
export type PageContent = {
  readonly [Name in PageName]: z.output<(typeof getPage)[Name]['answer']['body']>;
};
