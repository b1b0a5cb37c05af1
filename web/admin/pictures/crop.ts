/** A part of a picture. All numbers are parts of the whole picture's width or height. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest width of a part, against the largest that has its proportions. */
export const SMALLEST = 0.2;

const within = (value: number, most: number) => Math.min(Math.max(0, value), most);

/**
 * The part with given proportions in the middle of a picture, as large as it can be.
 *
 * @param shape width by height that the part must have in pixels
 * @param picture width by height of the whole picture
 */
export function largestPart(shape: number, picture: number): Part {
  const width = Math.min(1, shape / picture);
  const height = Math.min(1, picture / shape);
  return { left: (1 - width) / 2, top: (1 - height) / 2, width, height };
}

/** The part elsewhere, but never outside of the picture. */
export const movedPart = (part: Part, right: number, down: number): Part => ({
  ...part,
  left: within(part.left + right, 1 - part.width),
  top: within(part.top + down, 1 - part.height),
});

/** The part in another size around the same middle. @param size from `SMALLEST` to 1, against the largest */
export function resizedPart(part: Part, size: number, largest: Part): Part {
  const scale = Math.min(1, Math.max(SMALLEST, size));
  const [width, height] = [largest.width * scale, largest.height * scale];
  const left = part.left + (part.width - width) / 2;
  const top = part.top + (part.height - height) / 2;
  return movedPart({ left, top, width, height }, 0, 0);
}

/** The part as the server takes it. Rounded down, so that it never reaches beyond the picture. */
export const cropOf = ({ left, top, width, height }: Part): string =>
  [left, top, width, height]
    .map((value) => (Math.floor(value * 10_000 + 1e-6) / 10_000).toFixed(4))
    .join(',');
