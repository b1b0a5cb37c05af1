import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** The encodings a text is kept in, the best first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A text that is sent often, compressed once in every encoding. */
export interface EncodedText {
  readonly plain: Buffer;
  readonly encoded: Readonly<Record<Encoding, Buffer>>;
  /** Identifies the content, for `If-None-Match`. */
  readonly etag: string;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** 11 takes twenty times as long and saves a tenth more. */
const BROTLI_QUALITY = 9;

export async function encodeText(text: string): Promise<EncodedText> {
  const plain = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const [br, gz] = await Promise.all([compressBrotli(plain, { params }), compressGzip(plain)]);
  // Weak: the same text, whatever encoding it comes in.
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, encoded: { br, gzip: gz }, etag };
}

/** The best of the available encodings that the browser accepts; undefined for none. */
export function encodingFor(req: Request, available: readonly Encoding[] = ENCODINGS): Encoding | undefined {
  return ENCODINGS.find((encoding) => available.includes(encoding) && req.acceptsEncodings(encoding));
}

/** Sends the text in the best encoding, or 304 when the browser has it. Set `Content-Type` and `Cache-Control` before. */
export function sendEncoded(req: Request, res: Response, { plain, encoded, etag }: EncodedText): void {
  const encoding = encodingFor(req);
  res.vary('Accept-Encoding');
  if (res.get('Cache-Control') !== 'no-store') res.set('ETag', etag);
  if (encoding) res.set('Content-Encoding', encoding);
  res.send(encoding ? encoded[encoding] : plain);
}
