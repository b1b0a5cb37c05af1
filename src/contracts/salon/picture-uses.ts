import type { PAIRS } from './pictures.ts';

/** The uses of own pictures. This is a module of its own, since public pages do without it. */

type PairUse = `${(typeof PAIRS)[number]}-${'before' | 'after'}`;

/** Uses of a picture of the salon's own. Each replaces a drawn picture wherever that one is shown. */
export const PICTURE_USES = [
  'hero',
  'hero-upright',
  'share',
  'balayage-before',
  'balayage-after',
  'root-touch-up-before',
  'root-touch-up-after',
  'copper-before',
  'copper-after',
  'blunt-cut-before',
  'blunt-cut-after',
  'layers-before',
  'layers-after',
  'sleek-before',
  'sleek-after',
] as const satisfies readonly ('hero' | 'hero-upright' | 'share' | PairUse)[];

/** The use of a stylist's picture, which replaces none. */
type PortraitUse = `stylist-${string}`;
export const portraitUse = (stylistId: string): PortraitUse => `stylist-${stylistId}`;
/** The stylist of a portrait's use; undefined for any other use. */
export const stylistOfUse = (use: string): string | undefined => /^stylist-(.+)$/.exec(use)?.[1];

export type PictureUse = (typeof PICTURE_USES)[number] | PortraitUse;

/** The forms that own pictures have: full size in pixels, and the widths in which they are served. */
export const PICTURE_SHAPES = {
  hero: { width: 1600, height: 1000, widths: [750, 1080, 1600] },
  'hero-upright': { width: 1080, height: 1920, widths: [480, 750, 1080] },
  /** Programs that show previews of links know JPEG alone. */
  share: { width: 1200, height: 630, widths: [] },
  pair: { width: 1000, height: 1250, widths: [400, 700, 1000] },
  portrait: { width: 720, height: 720, widths: [160, 360, 720] },
} as const satisfies Record<string, { width: number; height: number; widths: readonly number[] }>;
export type PictureShape = keyof typeof PICTURE_SHAPES;

export function shapeOfUse(use: PictureUse): PictureShape {
  if (use === 'hero' || use === 'hero-upright' || use === 'share') return use;
  return stylistOfUse(use) === undefined ? 'pair' : 'portrait';
}

/** The files of an own picture: `750.avif` and so on, none wider than the picture itself, and one `.jpg` for programs without AVIF. */
export function pictureFileNames(shape: PictureShape, width: number) {
  const { widths } = PICTURE_SHAPES[shape];
  const narrower = widths.filter((one) => one < width);
  const avif = widths.length === 0 ? [] : [...narrower, width];
  return { avif, jpeg: avif[1] ?? width };
}

/** The address of one file of an own picture. It never changes what it leads to. */
export const pictureAddress = (id: string, file: string): string => `/pictures/${id}/${file}`;

/** The addresses of an own picture's files: AVIF as `srcset` has them, and the JPEG. */
export function pictureAddresses({ use, id, width }: { use: PictureUse; id: string; width: number }) {
  const { avif, jpeg } = pictureFileNames(shapeOfUse(use), width);
  return {
    avif: avif.map((wide) => `${pictureAddress(id, `${wide}.avif`)} ${wide}w`).join(', '),
    jpeg: pictureAddress(id, `${jpeg}.jpg`),
  };
}

const USE_WORDS: Readonly<Partial<Record<PictureUse, string>>> = {
  hero: 'Front page, wide screens',
  'hero-upright': 'Front page, phones',
  share: 'Preview of links',
};

/** Names a picture's use for people: `Front page, phones`, `Gallery: root touch-up, before`. */
export function pictureUseWords(use: PictureUse): string {
  if (stylistOfUse(use) !== undefined) return 'Stylist';
  const [, pair = '', side = ''] = /^(.+)-(before|after)$/.exec(use) ?? [];
  const name = pair === 'root-touch-up' ? 'root touch-up' : pair.replaceAll('-', ' ');
  return USE_WORDS[use] ?? `Gallery: ${name}, ${side}`;
}

/**
 * The pictures behind the headline may be decoration, and a stylist's is described by their name; every other one needs a
 * description.
 */
export const isDecoration = (use: PictureUse): boolean =>
  use === 'hero' || use === 'hero-upright' || stylistOfUse(use) !== undefined;
