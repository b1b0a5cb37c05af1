import { createHash, createHmac, createSecretKey, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits that only their owner keeps. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What the tables hold of a token: too many bits to be guessed, so a plain hash hides it. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token that follows another one: the same for everybody who holds that one, and known to nobody else. */
export type NextToken = (token: string) => string;

export function createNextToken(key: Buffer): NextToken {
  const secret = createSecretKey(key);
  return (token) => createHmac('sha256', secret).update(token).digest('base64url');
}
