import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A new token of 256 random bits. Only its owner stores it. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The hash of a token, which tables store instead of it. A token has too many bits to be guessed, so a plain hash is enough. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
