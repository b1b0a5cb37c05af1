import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** The encodings in which a text is kept, the best first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A text that is sent often. It is compressed once for each encoding, when that is first asked for. */
export interface EncodedText {
  readonly plain: Buffer;
  encoded(encoding: Encoding): Promise<Buffer>;
  /** Identifies the content, for `If-None-Match`. */
  readonly etag: string;
}

/** Quality 11 would take twenty times as long and save only a tenth more. */
const BROTLI_QUALITY = 9;
const compressGzip = promisify<Buffer, Buffer>(gzip);
const compressBrotli = promisify(brotliCompress);

const compress: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  gzip: compressGzip,
  br: (plain) =>
    compressBrotli(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
};

export function encodeText(text: string): EncodedText {
  const plain = Buffer.from(text);
  const compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    plain,
    encoded: (encoding) => (compressed[encoding] ??= compress[encoding](plain)),
    // The ETag is weak, since the same text may come in different encodings.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
}

/** The best of the available encodings that the browser accepts; undefined if it accepts none. */
export function encodingFor(req: Request, available: readonly Encoding[] = ENCODINGS): Encoding | undefined {
  return ENCODINGS.find((encoding) => available.includes(encoding) && req.acceptsEncodings(encoding));
}

/** Sends the text in the best encoding, or 304 if the browser has it already. Set `Content-Type` and `Cache-Control` before. */
export async function sendEncoded(
  req: Request,
  res: Response,
  { plain, encoded, etag }: EncodedText,
): Promise<void> {
  const encoding = encodingFor(req);
  res.vary('Accept-Encoding');
  if (res.get('Cache-Control') !== 'no-store') res.set('ETag', etag);
  if (encoding) res.set('Content-Encoding', encoding);
  res.send(encoding ? await encoded(encoding) : plain);
}
