/** The words by which lists are grouped and filtered. This module has no schemas, so that pages that use it needn't load the validator. */

/** Groups of the public list of services, in the order in which the booking wizard shows them. */
export const PUBLIC_GROUPS = ['Haircuts', 'Color', 'Styling', 'Treatments', 'Beauty', 'Chemical'] as const;

/** Categories by which the gallery can be filtered. */
export const GALLERY_CATEGORIES = ['color', 'cut', 'style'] as const;
export type GalleryCategory = (typeof GALLERY_CATEGORIES)[number];

/** Categories in the admin area's form for services. */
export const SERVICE_CATEGORIES = [
  'Hair Styling',
  'Hair Color',
  'Hair Treatment',
  'Haircut',
  'Special Occasion',
  'Other',
] as const;

/** The group of the public list for each category, unless staff choose another group. */
export const GROUP_OF_CATEGORY = {
  Haircut: 'Haircuts',
  'Hair Color': 'Color',
  'Hair Styling': 'Styling',
  'Hair Treatment': 'Treatments',
  'Special Occasion': 'Beauty',
  Other: 'Beauty',
} as const satisfies Record<(typeof SERVICE_CATEGORIES)[number], (typeof PUBLIC_GROUPS)[number]>;
