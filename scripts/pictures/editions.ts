import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { type Drawing, meanColour } from './finish.ts';

/** The files that are kept of one picture. */
export interface Edition {
  /** Widths of the AVIF files, in dots, and their quality, 1 to 100. */
  widths: readonly number[];
  quality: number;
  /** The one JPEG, for browsers and link previews that know no AVIF. */
  jpeg: { width: number; quality: number };
}

export const avifOf = (name: string, width: number) => `${name}-${width}.avif`;
export const jpegOf = (name: string, { jpeg }: Edition) => `${name}-${jpeg.width}.jpg`;

export const filesOf = (name: string, edition: Edition): string[] => [
  ...edition.widths.map((width) => avifOf(name, width)),
  jpegOf(name, edition),
];

/** Scales a drawing down to each width, and writes the files in place of those of an earlier drawing. */
export async function encode(
  folder: string,
  name: string,
  drawing: Drawing,
  edition: Edition,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const earlier = new RegExp(`^${name}-\\d+\\.(avif|jpg)$`);
  for (const file of await readdir(folder)) if (earlier.test(file)) await rm(join(folder, file));

  const scaled = (width: number) =>
    sharp(drawing.pixels, { raw: { width: drawing.width, height: drawing.height, channels: 3 } }).resize(
      width,
    );
  for (const width of edition.widths)
    await scaled(width)
      .avif({ quality: edition.quality, effort: 4 })
      .toFile(join(folder, avifOf(name, width)));
  await scaled(edition.jpeg.width)
    .jpeg({ quality: edition.jpeg.quality, mozjpeg: true })
    .toFile(join(folder, jpegOf(name, edition)));
}

/** Mean colour of a kept picture, for the place where it is still loading. */
export async function colourOf(folder: string, name: string, edition: Edition): Promise<string> {
  const small = sharp(join(folder, jpegOf(name, edition))).resize(32);
  return meanColour(await small.removeAlpha().raw().toBuffer());
}
