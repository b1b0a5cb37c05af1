import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits, which are stored nowhere but with their owner. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What tables store of a token. It has too many bits to be guessed, so a plain hash is enough. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
