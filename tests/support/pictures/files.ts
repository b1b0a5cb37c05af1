import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Pictures, and files that pretend to be some, made anew for each test. */

interface Wanted {
  readonly width?: number;
  readonly height?: number;
  readonly format?: 'jpeg' | 'png' | 'webp' | 'avif';
}

/** Pixels whose left half is red and whose right half is blue, with noise, so that no format can leave them out. */
function pixels(width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < data.length; at += 3) {
    const x = (at / 3) % width;
    const noise = (at * 7919) % 31;
    data[at] = x < width / 2 ? 200 + noise : noise;
    data[at + 1] = noise;
    data[at + 2] = x < width / 2 ? noise : 200 + noise;
  }
  return data;
}

const raw = (width: number, height: number) =>
  sharp(pixels(width, height), { raw: { width, height, channels: 3 } });

/** A picture with no metadata. */
export const pictureOf = ({ width = 1800, height = 1400, format = 'jpeg' }: Wanted = {}): Promise<Buffer> =>
  raw(width, height)
    [format]({ ...(format === 'avif' && { effort: 0 }) })
    .toBuffer();

/** A place that a camera writes into its pictures, and what must be found of it afterwards: nothing. */
export const CAMERA = 'Secret Camera of Ada';

/** A photo as a phone makes it: lying on its side, with the camera's name, a place and a comment. */
export const photo = (width = 1800, height = 1400): Promise<Buffer> =>
  raw(width, height)
    .withExif({
      IFD0: { Make: CAMERA, ImageDescription: CAMERA },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '37/1 46/1 2983/100', GPSLongitudeRef: 'W' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp(`<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${CAMERA}</a></x:xmpmeta>`)
    .jpeg()
    .toBuffer();

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function head(width: number, height: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return chunk('IHDR', data);
}

/** A few kilobytes that are a grey PNG of this size: all its lines are black. */
export const bomb = (width: number, height: number): Buffer =>
  Buffer.concat([
    PNG,
    head(width, height),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * Math.min(height, 2_000)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

async function pngWith(...chunks: readonly Buffer[]): Promise<Buffer> {
  const png = await pictureOf({ format: 'png' });
  const afterHead = PNG.length + 25;
  return Buffer.concat([png.subarray(0, afterHead), ...chunks, png.subarray(afterHead)]);
}

/** A PNG whose text unpacks to 200 MB. */
export const textBomb = () =>
  pngWith(
    chunk(
      'zTXt',
      Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(200_000_000))]),
    ),
  );

/** A PNG that says that it moves. */
export const movingPng = () => pngWith(chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])));

/** A WebP of two pictures. */
export async function movingWebp(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 700, height: 700, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
}

/** A JPEG whose head says that it is 65 535 pixels wide and high. */
export async function endless(): Promise<Buffer> {
  const jpeg = Buffer.from(await pictureOf());
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(65_535, frame + 5);
  jpeg.writeUInt16BE(65_535, frame + 7);
  return jpeg;
}

export const SCRIPT = '<script>alert(document.domain)</script>';
export const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900" onload="alert(1)">${SCRIPT}</svg>`;

/** A JPEG that is also a page with a script: in a comment, and after its end. */
export async function polyglot(): Promise<Buffer> {
  const jpeg = await pictureOf();
  const text = Buffer.from(`<!--${SCRIPT}`, 'latin1');
  const comment = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), comment, text, jpeg.subarray(2), Buffer.from(SVG)]);
}
