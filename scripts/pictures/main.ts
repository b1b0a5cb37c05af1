import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { albums } from './albums.ts';
import { draw } from './draw.ts';
import { encode } from './editions.ts';
import { editionFor, nameIn, writeModule } from './modules.ts';

/**
 * Draws the site's pictures into `web/pictures`, all or those whose names begin as given.
 *
 *   npm run pictures -- [name …] [--preview folder] [--scale 0.4]
 *
 * `--preview` writes small PNG files there instead, to look at while changing a scene.
 */
const FOLDER = join(import.meta.dirname, '../../web/pictures');
/** Drawn larger than needed and scaled down: finer hair than dots can show. */
const SUPERSAMPLED = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { preview: { type: 'string' }, scale: { type: 'string', default: '0.4' } },
});
const isWanted = (name: string) =>
  positionals.length === 0 || positionals.some((start) => name.startsWith(start));

for (const album of albums) {
  for (const [motif, scene] of Object.entries(album.scenes)) {
    const name = nameIn(album, motif);
    if (!isWanted(name)) continue;
    const started = performance.now();
    const scale = values.preview ? Number(values.scale) : 1;
    const drawing = await draw(scene, scale * SUPERSAMPLED);
    if (values.preview) {
      await mkdir(values.preview, { recursive: true });
      await sharp(drawing.pixels, { raw: { width: drawing.width, height: drawing.height, channels: 3 } })
        .resize(Math.round(drawing.width / SUPERSAMPLED))
        .png()
        .toFile(join(values.preview, `${name}.png`));
    } else {
      await encode(FOLDER, name, drawing, editionFor(album, scene));
    }
    console.log(`${name}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  if (!values.preview) await writeModule(FOLDER, album);
}
