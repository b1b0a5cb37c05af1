import type { SendingState } from '../../../../src/contracts/messages/messages.ts';

/** Said of texts where no provider is set. */
export const NOT_SET_UP = 'Texts aren’t set up';

/** Why no texts leave, such as that they aren't set up; undefined if they do. */
export function whyNoTexts({
  has_provider,
  paused,
  why,
}: Pick<SendingState, 'has_provider' | 'paused' | 'why'>): string | undefined {
  if (!has_provider) return NOT_SET_UP;
  if (!paused) return undefined;
  return why === 'spending' ? 'Texts are stopped for today' : 'Messages are paused';
}

/** The advice to call instead, if there is a number: `Texts aren’t set up: call (925) 555-0142.` The number isn't broken into two lines. */
export const callInstead = (why: string, phone: string | null): string =>
  phone ? `${why}: call ${phone.replaceAll(' ', '\u00a0')}.` : `${why}.`;
