import type { MessageChannel } from '../../contracts/messages/message-words.ts';
import {
  changeSending,
  getSending,
  resendMessage,
  type SendingState,
  sendBookingMessage,
  type TextDeparture,
} from '../../contracts/messages/messages.ts';
import { getUsualTexts, type UsualTexts } from '../../contracts/messages/usual-texts.ts';
import { withholdMessage } from '../../contracts/messages/waiting-messages.ts';
import type { Guard } from '../../http/operation/caller.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { refuse } from '../../http/refusal.ts';
import type { MessageCommands } from './commands.ts';
import type { SendingCommands } from './sending/commands.ts';
import type { SendingSwitch } from './sending/switch.ts';

interface Deps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly commands: MessageCommands;
  /** What a message is about, and how it was sent. */
  find(
    messageId: string,
  ): Promise<{ readonly bookingId: string; readonly channel: MessageChannel } | undefined>;
  readonly sending: Pick<SendingSwitch, 'read'>;
  /** What whoever paused messages, or let them leave, last is called; null where nobody did, or the account is gone. */
  lastDecidedBy(): Promise<string | null>;
  /** When what was asked for last leaves as a text; null where nobody can say. */
  departureOf(bookingId: string): Promise<TextDeparture | null>;
  /** How many messages have not left. */
  countWaiting(): Promise<number>;
  readonly sendingCommands: Pick<SendingCommands, 'change'>;
  /** The usual texts about an example. */
  usualTexts(): UsualTexts;
  readonly hasProvider: boolean;
  readonly hasMailServer: boolean;
}

/** What staff do with messages to customers. */
export function messageRoutes(deps: Deps): void {
  const { on, commands, find, sending, lastDecidedBy, countWaiting, hasProvider, hasMailServer } = deps;
  on(getUsualTexts, async () => ({ body: deps.usualTexts() }));

  on(sendBookingMessage, async ({ params: { id }, run }) => {
    const { position } = await commands.request(id, run);
    // It is asked for by now, so this doesn't fail for want of knowing when it leaves.
    const departure = await deps.departureOf(id).catch(() => null);
    return { body: { id, queued: true, departure, position } };
  });

  on(resendMessage, async ({ params: { id }, run }) => {
    const message = await find(id);
    if (message === undefined) throw refuse('message-not-found');
    const { position } = await commands.resend(message.channel, message.bookingId, id, run);
    return { body: { id, queued: true, position } };
  });

  on(withholdMessage, async ({ params: { id }, body: { channel, causes }, run }) => {
    const { position } = await commands.withhold(channel, id, causes, run);
    return { body: { id, position } };
  });

  async function state(): Promise<SendingState> {
    const { paused, why } = await sending.read();
    return {
      paused,
      why,
      by: paused && why === 'staff' ? await lastDecidedBy() : null,
      waiting: await countWaiting(),
      has_provider: hasProvider,
      has_mail_server: hasMailServer,
    };
  }

  on(getSending, async () => ({ body: await state() }));

  on(changeSending, async ({ body: { paused }, run }) => {
    const position = await deps.sendingCommands.change(paused, run);
    return { body: { ...(await state()), position } };
  });
}
