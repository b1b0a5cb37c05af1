import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** Length of a key in bytes. */
export const KEY_BYTES = 32;

/** Random bytes are drawn many at a time, since each draw is a system call. */
const reserve = Buffer.alloc(4_096);
let used = reserve.length;

/** @param length at most 4 096 */
export function secureRandom(length: number): Buffer {
  if (used + length > reserve.length) {
    randomFillSync(reserve);
    used = 0;
  }
  const bytes = Buffer.from(reserve.subarray(used, used + length));
  reserve.fill(0, used, used + length);
  used += length;
  return bytes;
}

/** Thrown when a sealed box can't be opened: the key is wrong, or the box is bound to something else or was changed. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/**
 * Seals bytes with AES-256-GCM under a random nonce: format, nonce, tag, ciphertext.
 *
 * @param key a key object, since converting raw bytes would cost ten times as much as the sealing itself
 * @param binding what the box belongs to (additional authenticated data); the box can only be opened with the same binding
 */
export const sealBox = (key: KeyObject, binding: string, content: Buffer): Buffer => {
  const nonce = secureRandom(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(binding));
  const sealed = [cipher.update(content), cipher.final()];
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), ...sealed]);
};

/** Opens a box and returns the bytes that were sealed in it. @throws SealBroken */
export const openBox = (key: KeyObject, binding: string, box: Buffer): Buffer => {
  if (box.length < HEADER_BYTES || box[0] !== FORMAT) throw new SealBroken(`unknown seal on ${binding}`);
  const nonce = box.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(binding))
    .setAuthTag(box.subarray(1 + NONCE_BYTES, HEADER_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(HEADER_BYTES)), decipher.final()]);
  } catch (error) {
    throw new SealBroken(`the seal on ${binding} is broken`, { cause: error });
  }
};
