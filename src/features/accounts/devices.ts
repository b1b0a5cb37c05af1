import type { Pool } from 'pg';
import { hashOfToken, newToken } from './secret-tokens.ts';
import { hasShownSecondFactor, isKnownDevice, recordSecondFactor, rememberDevice } from './store/devices.ts';

/** Where a request comes from. */
export interface Device {
  readonly userAgent: string;
  /** Network address as limits count it; kept as a keyed hash only. */
  readonly address: string;
  /** Of the cookie by which a device that has signed in before is known; undefined without one. */
  readonly cookie: string | undefined;
}

/** What is kept of where a session is used. */
export interface Place {
  readonly userAgent: string;
  readonly sourceHash: string;
}

/** Tells devices that have signed in to an account before from strangers. */
export interface Devices {
  /** What limits count a known device by; undefined for a stranger. */
  known(device: Device, email: string): Promise<string | undefined>;
  /** What limits count a device by that has shown a second factor of this user; undefined for all others. */
  withSecondFactor(device: Device, userId: string): Promise<string | undefined>;
  /** @returns the cookie to set */
  remember(device: Device, userId: string): Promise<string>;
  /** The same for one that has just shown a second factor. */
  rememberSecondFactor(device: Device, userId: string): Promise<string>;
}

export const createDevices = (pool: Pool, now: () => Date): Devices => ({
  async known({ cookie }, email) {
    if (cookie === undefined) return undefined;
    const hash = hashOfToken(cookie);
    return (await isKnownDevice(pool, hash, email)) ? hash.toString('base64url') : undefined;
  },

  async withSecondFactor({ cookie }, userId) {
    if (cookie === undefined) return undefined;
    const hash = hashOfToken(cookie);
    return (await hasShownSecondFactor(pool, hash, userId)) ? hash.toString('base64url') : undefined;
  },

  async remember({ cookie = newToken() }, userId) {
    await rememberDevice(pool, hashOfToken(cookie), userId, now());
    return cookie;
  },

  async rememberSecondFactor({ cookie = newToken() }, userId) {
    const hash = hashOfToken(cookie);
    await rememberDevice(pool, hash, userId, now());
    await recordSecondFactor(pool, hash, userId, now());
    return cookie;
  },
});
