import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** The encodings a text is kept in, the best first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A text that is sent often, in every encoding it is sent in. */
export interface EncodedText {
  readonly plain: Buffer;
  readonly encoded: Readonly<Record<Encoding, Buffer>>;
  /** Names this very text, for `If-None-Match`. */
  readonly etag: string;
}

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
/** 11 takes twenty times as long for a tenth less. */
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

/** The best encoding among those at hand that the browser takes; undefined sends it plain. */
export function encodingFor(req: Request, atHand: readonly Encoding[] = ENCODINGS): Encoding | undefined {
  return ENCODINGS.find((encoding) => atHand.includes(encoding) && req.acceptsEncodings(encoding));
}

/** Sends it in the best encoding the browser takes, or 304 when the browser has it; type and caching are set by then. */
export function sendEncoded(req: Request, res: Response, { plain, encoded, etag }: EncodedText): void {
  const encoding = encodingFor(req);
  res.vary('Accept-Encoding');
  if (res.get('Cache-Control') !== 'no-store') res.set('ETag', etag);
  if (encoding) res.set('Content-Encoding', encoding);
  res.send(encoding ? encoded[encoding] : plain);
}
