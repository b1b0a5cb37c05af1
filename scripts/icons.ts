// Draws the icons of the site, for browsers and home screens, from the one motif: `npm run icons`.
// The files are kept, in `web/public`, so that a build doesn't draw.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const FOLDER = new URL('../web/public/', import.meta.url);

/** Three strands in a square of 32, root at the top. */
const STRANDS = ['#8A6A3B', '#C9A872', '#E6CFA6'].map(
  (colour, index) => `<path d="M${10 + 5 * index} 4c-4 8 4 13 0 24" stroke="${colour}"/>`,
);

/**
 * @param corner radius; none where the system cuts the shape
 * @param share of the square that the motif takes: all, or less where a circle may be cut out
 */
const icon = (corner: number, share = 1) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>A lock of hair</title><rect width="32" height="32" rx="${corner}" fill="#3B2A35"/><g fill="none" stroke-linecap="round" stroke-width="1.8" transform="translate(16 16) scale(${share}) translate(-15.5 -16)">${STRANDS.join('')}</g></svg>`;

/** Maskable: a circle of 80 % of the width is always shown. */
const PICTURES = [
  { file: 'icon-192.png', size: 192, svg: icon(8) },
  { file: 'icon-512.png', size: 512, svg: icon(8) },
  { file: 'icon-maskable-512.png', size: 512, svg: icon(0, 0.85) },
  { file: 'apple-touch-icon.png', size: 180, svg: icon(0, 0.86) },
];

const drawn = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true });

/** Puts pictures into one file of the old format, which has held PNG since 2006: a head, an entry for each, then they. */
function ico(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Asked for by whatever looks for an icon without reading the page. */
const FAVICON_SIZES = [16, 32, 48];

await writeFile(new URL('favicon.svg', FOLDER), `${icon(8)}\n`);
for (const { file, size, svg } of PICTURES)
  await drawn(svg, size).toFile(fileURLToPath(new URL(file, FOLDER)));
const favicons = await Promise.all(
  FAVICON_SIZES.map(async (size) => ({ size, png: await drawn(icon(8), size).toBuffer() })),
);
await writeFile(new URL('favicon.ico', FOLDER), ico(favicons));
