import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageChannel } from '../../../contracts/messages/message-words.ts';
import type { DueCause } from '../sending/tables.ts';

/** Looks in hand at once: what one waits for holds up no other. Of mails fewer, since they wait for their turn at the mail server. */
const AT_ONCE = { sms: 40, email: 20 };
/** Of a channel that had its hands full, more is asked for when no more than this share is left in hand. */
const LEFT_IN_HAND = 0.25;
/** How often it is asked what is due. */
const ASK_EVERY_MS = 500;
/** The longest wait at the end for the looks in hand; the thread has longer to end. */
const END_WITHIN_MS = 10_000;

const CHANNELS: readonly MessageChannel[] = ['sms', 'email'];

interface Deps {
  /** Takes so many causes that are due, at the most, for a while in which nobody else takes them. */
  take(most: Readonly<Record<MessageChannel, number>>): Promise<readonly DueCause[]>;
  look(cause: DueCause): Promise<void>;
  /** Told of what went wrong; it is tried again. */
  onFailure(error: unknown): void;
}

/**
 * Looks at what is due, many causes at once, since looks that are made together share their statements. Ends with the signal, once the
 * looks in hand have ended or have had their time: what they leave is looked at again.
 */
export async function lookAtWhatIsDue({ take, look, onFailure }: Deps, signal: AbortSignal): Promise<void> {
  const inHand = { sms: new Map<string, Promise<void>>(), email: new Map<string, Promise<void>>() };
  let isAway = false;

  /** What can't be asked is told once, until it is answered again. */
  async function ask(room: Parameters<Deps['take']>[0]): Promise<readonly DueCause[]> {
    try {
      const taken = await take(room);
      isAway = false;
      return taken;
    } catch (error) {
      if (!isAway) onFailure(error);
      isAway = true;
      return [];
    }
  }

  /** @returns the channels of which there may be more */
  async function begin(): Promise<readonly MessageChannel[]> {
    const room = { sms: AT_ONCE.sms - inHand.sms.size, email: AT_ONCE.email - inHand.email.size };
    const taken = room.sms + room.email === 0 ? [] : await ask(room);
    for (const cause of taken) {
      const those = inHand[cause.channel];
      // One that takes long is found again.
      if (those.has(cause.causeId)) continue;
      const ended = look(cause)
        .catch(onFailure)
        .finally(() => those.delete(cause.causeId));
      those.set(cause.causeId, ended);
    }
    const count = (of: MessageChannel) => taken.filter(({ channel }) => channel === of).length;
    return CHANNELS.filter((channel) => room[channel] > 0 && count(channel) === room[channel]);
  }

  async function mostEnded(channel: MessageChannel): Promise<void> {
    while (inHand[channel].size > AT_ONCE[channel] * LEFT_IN_HAND)
      await Promise.race(inHand[channel].values());
  }

  while (!signal.aborted) {
    const full = await begin();
    const woken = new AbortController();
    const waits = AbortSignal.any([signal, woken.signal]);
    for (const channel of full) void mostEnded(channel).then(() => woken.abort());
    await sleep(ASK_EVERY_MS, undefined, { signal: waits }).catch(() => {});
  }
  const ended = Promise.all(CHANNELS.flatMap((channel) => [...inHand[channel].values()]));
  await Promise.race([ended, sleep(END_WITHIN_MS, undefined, { ref: false })]);
}
