/** The words by which lists are grouped and filtered. Without their schemas, which a page needs only to fetch. */

/** Groups of the public list of services, in the order the wizard shows them (spec section 3). */
export const PUBLIC_GROUPS = ['Haircuts', 'Color', 'Styling', 'Treatments', 'Beauty', 'Chemical'] as const;

/** What the gallery can be filtered by (spec section 2). */
export const GALLERY_CATEGORIES = ['color', 'cut', 'style'] as const;
export type GalleryCategory = (typeof GALLERY_CATEGORIES)[number];
