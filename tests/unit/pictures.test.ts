import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { SHARE_CARDS } from '../../src/contracts/salon/pictures.ts';
import { hero } from '../../web/pictures/hero.ts';
import { pair } from '../../web/pictures/pair.ts';
import { reel } from '../../web/pictures/reel.ts';
import { share } from '../../web/pictures/share.ts';
import { specialty } from '../../web/pictures/specialty.ts';
import { swirl } from '../../web/pictures/swirl.ts';
import type { PictureFiles } from '../../web/ui/picture.tsx';

const FOLDER = join(import.meta.dirname, '../../web/pictures');
const KB = 1024;

const pictures = [hero, pair, reel, share, specialty, swirl].flatMap((module): Omit<PictureFiles, 'avif'>[] =>
  Object.values(module),
);
const fileOf = (address: string) => join(FOLDER, basename(address));
/** Addresses and widths of a picture's AVIF files, as `srcset` has them. */
const avifOf = (picture: Partial<PictureFiles>) =>
  (picture.avif?.split(', ') ?? []).map((file) => file.split(' ') as [address: string, width: string]);

/** Relative luminance, from which a text's contrast is computed: 0 is black, 1 is white. */
function luminance(dots: Buffer, from: number): number {
  const light = (index: number) => {
    const share = (dots[from + index] ?? 0) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * light(0) + 0.7152 * light(1) + 0.0722 * light(2);
}

describe('the kept pictures', () => {
  it('are those of the modules, and nothing beside them', () => {
    const named = pictures.flatMap((picture) => [
      picture.jpeg,
      ...avifOf(picture).map(([address]) => address),
    ]);
    const kept = readdirSync(FOLDER).filter((file) => !file.endsWith('.ts'));
    expect(named.map((address) => basename(address)).sort()).toEqual(kept.sort());
  });

  it('have the measures that they are announced with', async () => {
    for (const picture of pictures) {
      const shape = picture.height / picture.width;
      for (const [address, announced] of [...avifOf(picture), [picture.jpeg] as const]) {
        const { width, height } = await sharp(fileOf(address)).metadata();
        if (announced) expect([address, `${width}w`]).toEqual([address, announced]);
        expect(Math.abs(height - width * shape), address).toBeLessThan(1);
      }
    }
  });

  it('are dark enough for white initials where such are laid over', async () => {
    for (const [name, { jpeg }] of Object.entries(swirl)) {
      const middle = sharp(fileOf(jpeg)).resize(48).extract({ left: 8, top: 12, width: 32, height: 24 });
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
