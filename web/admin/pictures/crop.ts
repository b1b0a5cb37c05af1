/** The part of a picture that is shown. All numbers are fractions of the whole picture's width or height. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest width of a crop, against the largest that has its proportions. */
export const SMALLEST = 0.2;

const within = (value: number, most: number) => Math.min(Math.max(0, value), most);

/**
 * The crop with given proportions in the middle of a picture, as large as it can be.
 *
 * @param shape width by height that the crop must have in pixels
 * @param picture width by height of the whole picture
 */
export function largestCrop(shape: number, picture: number): Crop {
  const width = Math.min(1, shape / picture);
  const height = Math.min(1, picture / shape);
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/** The crop elsewhere, but never outside of the picture. */
export const movedCrop = (crop: Crop, right: number, down: number): Crop => ({
  ...crop,
  left: within(crop.left + right, 1 - crop.width),
  top: within(crop.top + down, 1 - crop.height),
});

/** The crop in another size around the same middle. @param size from `SMALLEST` to 1, against the largest */
export function resizedCrop(crop: Crop, size: number, largest: Crop): Crop {
  const scale = Math.min(1, Math.max(SMALLEST, size));
  const [width, height] = [largest.width * scale, largest.height * scale];
  const left = crop.left + (crop.width - width) / 2;
  const top = crop.top + (crop.height - height) / 2;
  return movedCrop({ left, top, width, height }, 0, 0);
}

/** The crop as the server takes it. Rounded down, so that it never reaches beyond the picture. */
export const cropOf = ({ left, top, width, height }: Crop): string =>
  [left, top, width, height]
    .map((value) => (Math.floor(value * 10_000 + 1e-6) / 10_000).toFixed(4))
    .join(',');
