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

await writeFile(new URL('favicon.svg', FOLDER), `${icon(8)}\n`);
for (const { file, size, svg } of PICTURES) {
  const png = sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true });
  await png.toFile(fileURLToPath(new URL(file, FOLDER)));
}
