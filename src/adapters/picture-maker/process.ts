import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { MOST_PICTURE_PIXELS } from '../../contracts/salon/own-pictures.ts';
import { PICTURE_SHAPES, type PictureShape, pictureFileNames } from '../../contracts/salon/picture-uses.ts';
import type { MadePicture, PictureOrder, PictureResult } from './recipe.ts';

/** The process that makes one picture, and ends. */

if (process.send === undefined) throw new Error('process.ts is started by maker.ts');

/** The lowest priority: visitors get the processor first. */
const NICENESS = 19;
setPriority(NICENESS);
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());

// This allows the loaders of the four media types. Otherwise a file could choose any of libvips' loaders, such as those for SVG and PDF.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * The memory that one picture may take, besides the 70 MB of the program: enough for a phone's picture of 50 million pixels. Where a
 * decoder needs the whole picture at once, smaller pictures reach it already.
 */
const MOST_MEMORY = 120_000_000;

/**
 * Limits the process's memory to its present size and that of a picture. It calls a program of Linux: Node has no such function, and a
 * limit from the start would count memory that V8 only reserves. Elsewhere there is no limit but that of pixels.
 */
function limitMemory(): void {
  if (process.platform !== 'linux') return;
  const [, kb = '0'] = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const most = Number(kb) * 1024 + MOST_MEMORY;
  spawnSync('prlimit', ['--pid', String(process.pid), `--data=${most}`], { stdio: 'ignore' });
}

const FORMATS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

/** Below this part of its full size, a picture would be blurred on most screens. */
const LEAST_PART = 0.4;

const opened = (path: string): Sharp =>
  sharp(path, { limitInputPixels: MOST_PICTURE_PIXELS, failOn: 'error', sequentialRead: true });

/** The crop of the upright picture, in pixels. */
function cropOf({ autoOrient: { width, height } }: Metadata, { shape, crop }: PictureOrder) {
  const { left, top, width: wide, height: high } = crop ?? { left: 0, top: 0, width: 1, height: 1 };
  const area = {
    left: Math.min(width - 1, Math.round(left * width)),
    top: Math.min(height - 1, Math.round(top * height)),
  };
  const most = {
    width: Math.max(1, Math.min(width - area.left, Math.round(wide * width))),
    height: Math.max(1, Math.min(height - area.top, Math.round(high * height))),
  };
  // The sides always have the proportions of the shape.
  const { width: across, height: down } = PICTURE_SHAPES[shape];
  const scale = Math.min(most.width / across, most.height / down);
  const size = {
    width: Math.max(1, Math.round(across * scale)),
    height: Math.max(1, Math.round(down * scale)),
  };
  return {
    ...size,
    left: area.left + Math.floor((most.width - size.width) / 2),
    top: area.top + Math.floor((most.height - size.height) / 2),
  };
}

/** The same crop after the picture was scaled. */
function scaledCrop(
  crop: ReturnType<typeof cropOf>,
  scale: number,
  whole: { width: number; height: number },
) {
  const width = Math.min(whole.width, Math.max(1, Math.round(crop.width * scale)));
  const height = Math.min(whole.height, Math.max(1, Math.round(crop.height * scale)));
  return {
    width,
    height,
    left: Math.min(Math.round(crop.left * scale), whole.width - width),
    top: Math.min(Math.round(crop.top * scale), whole.height - height),
  };
}

/**
 * The files are about as large as those of the drawn pictures. The colours have half the resolution, as in what phones take: in full, the
 * encoder needs more memory for the tallest shape than it may have.
 */
const AVIF = { quality: 42, effort: 3, chromaSubsampling: '4:2:0' } as const;

const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');

/** All files of a picture that is in its full size already. */
async function filesOf(
  full: Buffer,
  raw: { width: number; height: number; channels: 3 },
  shape: PictureShape,
) {
  const { avif, jpeg } = pictureFileNames(shape, raw.width);
  const scaled = (width: number) => sharp(full, { raw }).resize({ width });
  const files: { name: string; content: Uint8Array }[] = [];
  for (const width of avif) {
    const content = await scaled(width).avif(AVIF).toBuffer();
    files.push({ name: `${width}.avif`, content });
  }
  const content = await scaled(jpeg).jpeg({ quality: 78, progressive: true }).toBuffer();
  files.push({ name: `${jpeg}.jpg`, content });
  return files;
}

async function make(order: PictureOrder): Promise<PictureResult> {
  limitMemory();
  const { path, type, shape } = order;
  const metadata = await opened(path).metadata();
  if (metadata.format !== FORMATS[type]) return { refusal: 'unreadable' };
  if ((metadata.pages ?? 1) > 1) return { refusal: 'moving' };
  if (metadata.width * metadata.height > MOST_PICTURE_PIXELS) return { refusal: 'too-many-pixels' };
  const crop = cropOf(metadata, order);
  const { width: fullWidth } = PICTURE_SHAPES[shape];
  if (crop.width < LEAST_PART * fullWidth) return { refusal: 'too-small' };

  const scale = Math.min(1, fullWidth / crop.width);
  const whole = {
    width: Math.max(1, Math.round(metadata.autoOrient.width * scale)),
    height: Math.max(1, Math.round(metadata.autoOrient.height * scale)),
  };
  // Pixels alone are passed on: no metadata, no location, and nothing that was hidden behind the picture.
  const { data, info } = await opened(path)
    .autoOrient()
    // First smaller and then cut: so a decoder makes the smaller picture itself, which takes it a fraction of the memory.
    .resize({ ...whole, fit: 'fill' })
    .extract(scaledCrop(crop, scale, whole))
    .flatten({ background: '#faf7f2' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: 3 } as const;
  const mean = await sharp(data, { raw }).resize(1, 1).raw().toBuffer();
  const colour = `#${[...mean].map(hex).join('')}`;
  const made: MadePicture = {
    width: info.width,
    height: info.height,
    colour,
    files: await filesOf(data, raw, shape),
  };
  return made;
}

/** Translates the errors of libvips for too many pixels and for the end of memory, which leaves no room for a thread either. */
function refusalOf(error: unknown): PictureResult {
  const message = error instanceof Error ? error.message : '';
  if (/exceeds pixel limit|maximum supported image dimension/i.test(message))
    return { refusal: 'too-many-pixels' };
  return { refusal: /memory|alloc|creating thread/i.test(message) ? 'too-heavy' : 'unreadable' };
}

process.once('message', async (order: PictureOrder) => {
  process.send?.(await make(order).catch(refusalOf));
});
