/** The words by which lists are grouped and filtered. Without schemas, so that pages needn't load the validator for them. */

/** Groups of the public list of services, in the order the wizard shows them. */
export const PUBLIC_GROUPS = ['Haircuts', 'Color', 'Styling', 'Treatments', 'Beauty', 'Chemical'] as const;

/** What the gallery can be filtered by. */
export const GALLERY_CATEGORIES = ['color', 'cut', 'style'] as const;
export type GalleryCategory = (typeof GALLERY_CATEGORIES)[number];

/** Categories of the admin's form for services. */
export const SERVICE_CATEGORIES = [
  'Hair Styling',
  'Hair Color',
  'Hair Treatment',
  'Haircut',
  'Special Occasion',
  'Other',
] as const;

/** Where the public list shows a service unless staff choose another group: by its category. */
export const GROUP_OF_CATEGORY = {
  Haircut: 'Haircuts',
  'Hair Color': 'Color',
  'Hair Styling': 'Styling',
  'Hair Treatment': 'Treatments',
  'Special Occasion': 'Beauty',
  Other: 'Beauty',
} as const satisfies Record<(typeof SERVICE_CATEGORIES)[number], (typeof PUBLIC_GROUPS)[number]>;
