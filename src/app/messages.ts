import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import type { SecretLinks } from '../features/booking/appointment/secret-links.ts';
import { composeMessages, type Messages } from '../features/messages/compose.ts';
import type { MessagesDeps } from '../features/messages/context.ts';
import { numberHasherOf } from '../features/messages/numbers.ts';
import { mailBrandOf, mailerOf } from './senders.ts';

export interface MessageStores extends Pick<MessagesDeps, 'log' | 'keys' | 'pool'> {
  readonly links: SecretLinks;
}

/** What the feature `messages` is made of, with the stores of the main thread or of the worker thread. */
export const messagesDepsOf = async (
  { log, keys, pool, links }: MessageStores,
  { config, publicUrl, secretKey, now }: Pick<MessagesDeps, 'config' | 'publicUrl' | 'secretKey' | 'now'>,
  profile: ProfileNow,
  keysNow: MessagesDeps['keysNow'],
): Promise<MessagesDeps> => ({
  config,
  publicUrl,
  secretKey,
  profile,
  log,
  keys,
  pool,
  hashNumber: await numberHasherOf(keys, secretKey),
  brand: mailBrandOf(profile, publicUrl),
  linkOf: (bookingId) => `${publicUrl}/b/${links.shortCodeOf(bookingId)}`,
  keysNow,
  openMailer: () => mailerOf(config, keysNow, profile, publicUrl),
  now,
});

/** The feature `messages`. */
export const messagesOf = async (...of: Parameters<typeof messagesDepsOf>): Promise<Messages> =>
  composeMessages(await messagesDepsOf(...of));
