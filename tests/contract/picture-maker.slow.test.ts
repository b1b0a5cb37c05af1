// Slow because it makes the pictures that need the most memory and time.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MadePicture, pictureMaker } from '../../src/adapters/picture-maker/maker.ts';
import type { PictureOrder } from '../../src/adapters/picture-maker/recipe.ts';
import { PICTURE_SHAPES, type PictureShape } from '../../src/contracts/salon/picture-uses.ts';
import {
  bomb,
  CAMERA,
  endless,
  movingWebp,
  photo,
  pictureOf,
  polyglot,
  SCRIPT,
  SVG,
  textBomb,
} from '../support/pictures/files.ts';

/** A picture with as much detail as a photo: on simpler ones the encoder needs less memory. */
const DRAWN = join(import.meta.dirname, '../../web/pictures/hero-portrait-1080.avif');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'salon-pictures-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function orderOf(content: Buffer | string, order: Partial<PictureOrder> = {}): Promise<PictureOrder> {
  files += 1;
  const path = join(folder, String(files));
  await writeFile(path, content);
  return { path, type: 'image/jpeg', shape: 'pair', ...order };
}

const make = pictureMaker();

async function made(content: Buffer, order: Partial<PictureOrder> = {}): Promise<MadePicture> {
  const result = await make(await orderOf(content, order));
  if ('refusal' in result) throw new Error(result.refusal);
  return result;
}

/** The mean colour of the left and of the right half. */
async function halves(content: Uint8Array): Promise<readonly string[]> {
  const { data } = await sharp(content)
    .resize(2, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0, 3].map((at) => ((data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'));
}

describe('a picture', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is made from %s, in three sizes', async (format) => {
    const { width, height, colour, files } = await made(await pictureOf({ format }), {
      type: `image/${format}`,
    });
    expect({ width, height }).toEqual({ width: 1000, height: 1250 });
    expect(colour).toMatch(/^#[0-9a-f]{6}$/);
    expect(files.map(({ name }) => name)).toEqual(['400.avif', '700.avif', '1000.avif', '700.jpg']);
    for (const { name, content } of files) {
      const info = await sharp(content).metadata();
      expect(info.width).toBe(Number.parseInt(name, 10));
      expect(info.width / info.height).toBeCloseTo(0.8, 2);
    }
  });

  it.each(Object.keys(PICTURE_SHAPES) as PictureShape[])(
    'as a phone takes it is made for %s in full size, within its memory',
    async (shape) => {
      const { width, height } = PICTURE_SHAPES[shape];
      const picture = await sharp(DRAWN).resize(3024, 4032, { fit: 'fill' }).jpeg().toBuffer();
      expect(await made(picture, { shape })).toMatchObject({ width, height });
    },
  );

  it('has none of the data that a camera adds, and stands upright', async () => {
    const { files } = await made(await photo(1400, 1800));
    for (const { content } of files) {
      expect(Buffer.from(content).includes(CAMERA)).toBe(false);
      const { exif, xmp, iptc, orientation } = await sharp(content).metadata();
      expect({ exif, xmp, iptc, orientation: orientation ?? 1 }).toEqual({ orientation: 1 });
    }
    // The left half is above after a quarter turn.
    const [{ content } = { content: new Uint8Array() }] = files;
    const above = await sharp(content).extract({ left: 0, top: 0, width: 400, height: 250 }).toBuffer();
    expect(await halves(above)).toEqual(['red', 'red']);
  });

  it('shows the part that was chosen', async () => {
    const picture = await pictureOf({ width: 3000, height: 1500 });
    const left = await made(picture, { crop: { left: 0, top: 0, width: 0.4, height: 1 } });
    const right = await made(picture, { crop: { left: 0.6, top: 0, width: 0.4, height: 1 } });
    expect(await halves(left.files.at(-1)?.content ?? new Uint8Array())).toEqual(['red', 'red']);
    expect(await halves(right.files.at(-1)?.content ?? new Uint8Array())).toEqual(['blue', 'blue']);
  });

  it('is never larger than what was sent', async () => {
    const { width, files } = await made(await pictureOf({ width: 800, height: 700 }));
    expect(width).toBe(560);
    expect(files.map(({ name }) => name)).toEqual(['400.avif', '560.avif', '560.jpg']);
  });

  it('keeps nothing of a page that hides in it', async () => {
    const { files } = await made(await polyglot());
    for (const { content } of files) expect(Buffer.from(content).includes(SCRIPT)).toBe(false);
  });
});

describe('a file', () => {
  it.each([
    ['of another type than it is sent as', () => pictureOf({ format: 'png' }), 'image/jpeg', 'unreadable'],
    ['that is cut off', async () => (await pictureOf()).subarray(0, 20_000), 'image/jpeg', 'unreadable'],
    ['that is an SVG', async () => SVG, 'image/png', 'unreadable'],
    ['of noise', async () => Buffer.alloc(10_000, 'x'), 'image/webp', 'unreadable'],
    ['of 65 535 pixels each way', endless, 'image/jpeg', 'too-many-pixels'],
    [
      'of a few kilobytes that unpack to 900 million pixels',
      async () => bomb(30_000, 30_000),
      'image/png',
      'too-many-pixels',
    ],
    ['that moves', movingWebp, 'image/webp', 'moving'],
    ['that is too small', () => pictureOf({ width: 300, height: 300 }), 'image/jpeg', 'too-small'],
  ])('%s is refused', async (_, content, type, refusal) => {
    expect(await make(await orderOf(await content(), { type }))).toEqual({ refusal });
  });

  it('with any bytes changed is made anew or refused', async () => {
    const change = fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer({ min: 0, max: 255 }));
    const changes = fc.array(change, { minLength: 1, maxLength: 40 });
    const format = fc.constantFrom('jpeg', 'png', 'webp', 'avif');
    await fc.assert(
      fc.asyncProperty(format, changes, async (format, changed) => {
        const content = await pictureOf({ width: 900, height: 1100, format });
        for (const [at, byte] of changed) content[Math.floor(at * content.length)] = byte;
        const result = await make(await orderOf(content, { type: `image/${format}` }));
        const files = 'refusal' in result ? [] : result.files;
        for (const file of files) expect((await sharp(file.content).metadata()).width).toBeGreaterThan(0);
      }),
      { numRuns: 12 },
    );
  });

  it('that unpacks a text of 200 MB takes no more memory than others', async () => {
    const result = await make(await orderOf(await textBomb(), { type: 'image/png' }));
    expect(['unreadable', 'too-heavy', undefined]).toContain(
      'refusal' in result ? result.refusal : undefined,
    );
  });

  it('that takes too long is given up, and the next one is made', async () => {
    const order = await orderOf(await pictureOf());
    const hasty = pictureMaker(1);
    expect(await Promise.all([hasty(order), hasty(order)])).toEqual(Array(2).fill({ refusal: 'too-heavy' }));
    expect(await make(order)).toHaveProperty('width', 1000);
    expect(await readdir(folder)).toContain(String(files));
  });
});
