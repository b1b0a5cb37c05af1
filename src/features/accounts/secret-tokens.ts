import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits that only their owner keeps. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What the tables hold of a token: too many bits to be guessed, so a plain hash hides it. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
