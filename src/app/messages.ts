import type { SecretLinks } from '../features/booking/appointment/secret-links.ts';
import { composeMessages, type Messages } from '../features/messages/compose.ts';
import type { MessagesDeps } from '../features/messages/context.ts';
import { numberHasherOf } from '../features/messages/numbers.ts';
import { mailBrandOf, mailerOf } from './senders.ts';
import type { WriteSide } from './write-side.ts';

interface Given
  extends Pick<MessagesDeps, 'log' | 'keys' | 'pool' | 'config' | 'publicUrl' | 'secretKey' | 'now'> {
  readonly links: SecretLinks;
}

/** The part of the write side that messages need. */
export interface MessagesWriteSide extends Pick<WriteSide, 'profile' | 'sendingKeys'> {
  readonly team: Pick<WriteSide['team'], 'nameOf'>;
}

/** Makes the dependencies of the feature `messages`. */
export async function messagesDepsOf(
  given: Given,
  { profile, sendingKeys, team }: MessagesWriteSide,
): Promise<MessagesDeps> {
  const { keys, links, config, publicUrl, secretKey } = given;
  const keysNow = sendingKeys.now.now;
  return {
    ...given,
    profile,
    hashNumber: await numberHasherOf(keys, secretKey),
    brand: mailBrandOf(profile, publicUrl),
    linkOf: (bookingId) => `${publicUrl}/b/${links.shortCodeOf(bookingId)}`,
    keysNow,
    stylistName: (stylistId) => team.nameOf(stylistId, profile().name),
    openMailer: () => mailerOf(config, keysNow, profile, publicUrl),
  };
}

/** The feature `messages`. */
export const messagesOf = async (...of: Parameters<typeof messagesDepsOf>): Promise<Messages> =>
  composeMessages(await messagesDepsOf(...of));
