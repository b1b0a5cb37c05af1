import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { albums } from '../../scripts/pictures/albums.ts';
import type { Scene } from '../../scripts/pictures/draw.ts';
import { avifOf, filesOf, jpegOf } from '../../scripts/pictures/editions.ts';
import { editionFor, moduleOf, nameIn } from '../../scripts/pictures/modules.ts';
import { SHARE_CARDS } from '../../src/contracts/pictures.ts';

const FOLDER = join(import.meta.dirname, '../../web/pictures');
const MAIN = join(import.meta.dirname, '../../scripts/pictures/main.ts');
const KB = 1024;

const run = promisify(execFile);

const kept = albums.flatMap((album) =>
  Object.entries(album.scenes).map(([motif, scene]) => ({
    name: nameIn(album, motif),
    scene,
    edition: editionFor(album, scene),
  })),
);

/** As the contrast of texts is counted: 0 black to 1 white. */
function luminance(dots: Buffer, from: number): number {
  const light = (index: number) => {
    const share = (dots[from + index] ?? 0) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * light(0) + 0.7152 * light(1) + 0.0722 * light(2);
}

describe('the kept pictures', () => {
  it('are those of the albums, and nothing beside them', () => {
    const expected = [
      ...kept.flatMap(({ name, edition }) => filesOf(name, edition)),
      ...albums.map((album) => `${album.name}.ts`),
    ];
    expect(readdirSync(FOLDER).sort()).toEqual(expected.sort());
  });

  it('have the measures that they are announced with', async () => {
    for (const { name, scene, edition } of kept) {
      const announced = [
        ...edition.widths.map((width) => [avifOf(name, width), width] as const),
        [jpegOf(name, edition), edition.jpeg.width] as const,
      ];
      for (const [file, width] of announced) {
        const { width: wide, height = 0 } = await sharp(join(FOLDER, file)).metadata();
        expect([file, wide]).toEqual([file, width]);
        expect(Math.abs(height - (width * scene.height) / scene.width), file).toBeLessThan(1);
      }
    }
  });

  it('stand in the modules as the generator writes them', async () => {
    for (const album of albums)
      expect(readFileSync(join(FOLDER, `${album.name}.ts`), 'utf8')).toBe(await moduleOf(FOLDER, album));
  });

  it('are dark enough for white initials where such are laid over', async () => {
    for (const { name } of kept.filter((picture) => picture.name.startsWith('swirl-'))) {
      const middle = sharp(join(FOLDER, `${name}-192.jpg`))
        .resize(48)
        .extract({ left: 8, top: 12, width: 32, height: 24 });
      const dots = await middle.raw().toBuffer();
      const contrasts = Array.from(
        { length: dots.length / 3 },
        (_, dot) => 1.05 / (0.05 + luminance(dots, dot * 3)),
      );
      const reached = contrasts.sort((one, other) => one - other)[Math.floor(contrasts.length * 0.05)];
      expect(reached, name).toBeGreaterThan(4.5);
    }
  });

  it('are light: the first screen of a phone above all', () => {
    const size = (file: string) => statSync(join(FOLDER, file)).size;
    expect(size('hero-portrait-750.avif')).toBeLessThan(45 * KB);
    expect(size('hero-landscape-750.avif')).toBeLessThan(45 * KB);
    for (const card of SHARE_CARDS) expect(size(`share-${card}-1200.jpg`)).toBeLessThan(150 * KB);
    const whole = readdirSync(FOLDER).reduce((sum, file) => sum + size(file), 0);
    expect(whole).toBeLessThan(3.4 * KB * KB);
  });
});

describe('drawing', () => {
  it('gives the same picture again, and it is the one that is kept', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
    try {
      const drawn = async (round: string) => {
        const out = join(folder, round);
        await run(process.execPath, [MAIN, 'swirl-honey', '--preview', out, '--scale', '1']);
        return sharp(join(out, 'swirl-honey.png')).removeAlpha().raw().toBuffer();
      };
      const [first, second] = await Promise.all([drawn('first'), drawn('second')]);
      expect(first.equals(second)).toBe(true);

      const stored = await sharp(join(FOLDER, 'swirl-honey-192.jpg')).raw().toBuffer();
      expect(stored.length).toBe(first.length);
      const apart = first.reduce((sum, value, index) => sum + Math.abs(value - (stored[index] ?? 0)), 0);
      expect(apart / first.length).toBeLessThan(8);
    } finally {
      await rm(folder, { recursive: true });
    }
    // A few seconds of one core; other tests may have it.
  }, 120_000);

  it('keeps before and after of a pair to the same composition', () => {
    const pairs = albums.find(({ name }) => name === 'pair')?.scenes ?? {};
    const befores = Object.keys(pairs).filter((motif) => motif.endsWith('-before'));
    expect(befores).toHaveLength(6);
    for (const motif of befores) {
      const { seed, width, height, backdrop } = pairs[motif] as Scene;
      expect(pairs[motif.replace('-before', '-after')]).toMatchObject({ seed, width, height, backdrop });
    }
  });
});
