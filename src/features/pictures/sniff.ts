import { open } from 'node:fs/promises';
import type { PictureRefusal } from '../../adapters/picture-maker/maker.ts';
import type { UploadedFile } from '../../http/operation/file-body.ts';

/** So many bytes of a file are looked at before a decoder sees it. */
const HEAD_BYTES = 65_536;

const text = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to);

/** Whether a file begins as one of this media type must. SVG, PDF and other kinds don't. */
const BEGINNINGS: Readonly<Record<string, (head: Buffer) => boolean>> = {
  'image/jpeg': (head) => text(head, 0, 3) === '\xff\xd8\xff',
  'image/png': (head) => text(head, 0, 16) === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  'image/webp': (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP',
  'image/avif': (head) => text(head, 4, 12) === 'ftypavif',
};

/** Whether the head shows that it is a moving picture. The decoder finds out about the others. */
const moves = (type: string, head: Buffer) =>
  type === 'image/png' && text(head, 0, Math.max(0, head.indexOf('IDAT'))).includes('acTL');

/** The reason why a file isn't a picture of the type that its sender names; undefined if it is one. */
export async function refusalOf({ path, type }: UploadedFile): Promise<PictureRefusal | undefined> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  if (!BEGINNINGS[type]?.(head)) return 'unreadable';
  return moves(type, head) ? 'moving' : undefined;
}
