/** The words by which lists are grouped and filtered. Without schemas, so that pages needn't load the validator for them. */

/** Groups of the public list of services, in the order the wizard shows them. */
export const PUBLIC_GROUPS = ['Haircuts', 'Color', 'Styling', 'Treatments', 'Beauty', 'Chemical'] as const;

/** What the gallery can be filtered by. */
export const GALLERY_CATEGORIES = ['color', 'cut', 'style'] as const;
export type GalleryCategory = (typeof GALLERY_CATEGORIES)[number];
