import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import type { Drawing } from './finish.ts';

/** A name written over a drawing, in the typeface of the site's headings. */
export interface Wordmark {
  name: string;
  /** Height of its capitals and ascenders, and its place from the left and the bottom, as shares of the height. */
  height: number;
  left: number;
  bottom: number;
}

const FACE = '@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2';
const IVORY = '#faf7f2';
const SHADE = { r: 26, g: 18, b: 24 };

/** The drawing with a soft shade at its foot and the name on it. */
export async function withWordmark(drawing: Drawing, mark: Wordmark): Promise<Drawing> {
  const { width, height } = drawing;
  const text = await lettersOf(mark, Math.round(mark.height * height));
  const shade = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="a" x1="0" y1="1" x2="0.35" y2="0.1"><stop offset="0" stop-color="rgb(${SHADE.r},${SHADE.g},${SHADE.b})" stop-opacity="0.92"/><stop offset="1" stop-color="rgb(${SHADE.r},${SHADE.g},${SHADE.b})" stop-opacity="0"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#a)"/></svg>`,
  );
  const pixels = await sharp(drawing.pixels, { raw: { width, height, channels: 3 } })
    .composite([
      { input: shade },
      {
        input: text.image,
        left: Math.round(mark.left * height),
        top: Math.round(height - mark.bottom * height - text.height),
      },
    ])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { width, height, pixels };
}

/** The name as an image of this height. The installed font is compressed for the web, which the text renderer can't read. */
async function lettersOf({ name }: Wordmark, height: number): Promise<{ image: Buffer; height: number }> {
  const whole = await readFile(fileURLToPath(import.meta.resolve(FACE)));
  const face = await subsetFont(whole, name, {
    targetFormat: 'sfnt',
    variationAxes: { wght: 400, opsz: 72 },
  });
  const fontfile = join(tmpdir(), 'wordmark.ttf');
  await writeFile(fontfile, face);
  const image = await sharp({
    text: {
      text: `<span foreground="${IVORY}">${name}</span>`,
      fontfile,
      font: 'Fraunces',
      dpi: 600,
      rgba: true,
    },
  })
    .resize({ height })
    .png()
    .toBuffer();
  return { image, height };
}
