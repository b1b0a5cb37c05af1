import type { ProfileNow } from '../adapters/salon-profile/live-profile.ts';
import type { SecretLinks } from '../features/booking/appointment/secret-links.ts';
import { composeMessages, type Messages } from '../features/messages/compose.ts';
import type { MessagesDeps } from '../features/messages/context.ts';
import { numberHasherOf } from '../features/messages/numbers.ts';
import { mailBrandOf, mailerOf } from './senders.ts';

interface Given
  extends Pick<MessagesDeps, 'log' | 'keys' | 'pool' | 'config' | 'publicUrl' | 'secretKey' | 'now'> {
  readonly links: SecretLinks;
}

/** Makes the dependencies of the feature `messages`. */
export async function messagesDepsOf(
  given: Given,
  profile: ProfileNow,
  keysNow: MessagesDeps['keysNow'],
): Promise<MessagesDeps> {
  const { keys, links, config, publicUrl, secretKey } = given;
  return {
    ...given,
    profile,
    hashNumber: await numberHasherOf(keys, secretKey),
    brand: mailBrandOf(profile, publicUrl),
    linkOf: (bookingId) => `${publicUrl}/b/${links.shortCodeOf(bookingId)}`,
    keysNow,
    openMailer: () => mailerOf(config, keysNow, profile, publicUrl),
  };
}

/** The feature `messages`. */
export const messagesOf = async (...of: Parameters<typeof messagesDepsOf>): Promise<Messages> =>
  composeMessages(await messagesDepsOf(...of));
