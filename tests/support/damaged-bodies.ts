import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import type { WireRequest } from './http-client.ts';

/** Bodies that were compressed, and are cut, changed, mislabelled or no such thing. */

const COMPRESS = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
} as const;
const CODINGS = Object.keys(COMPRESS) as (keyof typeof COMPRESS)[];

function damaged(bytes: Buffer): fc.Arbitrary<Buffer> {
  const place = fc.nat({ max: bytes.length - 1 });
  return fc.oneof(
    place.map((at) => bytes.subarray(0, at)),
    place.map((at) => bytes.subarray(at)),
    fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(([at, change]) => {
      const other = Buffer.from(bytes);
      other.writeUInt8(bytes.readUInt8(at) ^ change, at);
      return other;
    }),
    fc
      .tuple(place, fc.uint8Array({ maxLength: 64 }))
      .map(([at, more]) => Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)])),
    fc.uint8Array({ maxLength: 400 }).map((noise) => Buffer.from(noise)),
  );
}

/**
 * @param json is refused as it is: without a checksum, as in Brotli, a changed byte may lead to other JSON that is as
 *   well-formed
 */
export function damagedBody(path: string, json: string): fc.Arbitrary<WireRequest> {
  const sent = (coding: string, raw: Buffer) => ({
    method: 'POST',
    path,
    raw,
    headers: { 'Content-Encoding': coding },
  });
  const coding = fc.constantFrom(...CODINGS);
  return fc.oneof(
    coding.chain((name) => damaged(COMPRESS[name](json)).map((raw) => sent(name, raw))),
    fc.tuple(coding, coding).map(([name, other]) => sent(name, COMPRESS[other](json))),
    fc.constantFrom('gzip, br', 'br, gzip', 'gzip, gzip').map((both) => sent(both, gzipSync(gzipSync(json)))),
    coding.map((name) => sent(name, deflateRawSync(json))),
    // Much from little: refused at the limit, not when all of it is there.
    fc
      .tuple(coding, fc.integer({ min: 40_000, max: 2_000_000 }))
      .map(([name, length]) => sent(name, COMPRESS[name](Buffer.alloc(length, ' ')))),
  );
}
