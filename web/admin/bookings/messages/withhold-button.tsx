import { Ban } from 'lucide-react';
import { useState } from 'react';
import { KIND_WORDS } from '../../../../src/contracts/messages/message-words.ts';
import { type WaitingMessage, withholdMessage } from '../../../../src/contracts/messages/waiting-messages.ts';
import { call } from '../../../api.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { useCommand } from '../../data/use-command.ts';
import { AdminButton } from '../../ui/button.tsx';
import { LazyConfirmDialog } from '../../ui/dialog/lazy-confirm-dialog.tsx';
import { CHANNELS } from './message-text.ts';

const WITHHOLD = defineCommand({
  name: 'withhold-message',
  thing: ({ channel, booking_id }: WaitingMessage) =>
    topicOf(channel === 'email' ? 'mail' : 'message', booking_id),
  send: ({ booking_id, channel, causes }, sending) =>
    call(withholdMessage, { ...sending, params: { id: booking_id }, body: { channel, causes } }),
});

/** A button that cancels a waiting message, after a question. */
export function Withhold({ message }: { message: WaitingMessage }) {
  const [isAsked, setAsked] = useState(false);
  const { send } = useCommand(WITHHOLD);
  const word = CHANNELS[message.channel].word.toLowerCase();
  const whom = message.customer_name ?? 'the customer';
  return (
    <>
      <AdminButton isSmall aria-label={`Don’t send the ${word} to ${whom}`} onClick={() => setAsked(true)}>
        <Ban aria-hidden="true" className="size-3.5" />
        Don’t send
      </AdminButton>
      {isAsked && (
        <LazyConfirmDialog
          title={`Don’t send this ${word} to ${whom}?`}
          question={`${KIND_WORDS[message.kind]}: the customer gets no ${word} about it, also not later. What changes from now on is told as usual.`}
          confirm="Don’t send"
          keep={`Keep the ${word}`}
          failed={`The ${word} could not be kept back`}
          onConfirm={async () => {
            await send(message);
            toastSuccess(`The ${word} will not be sent`);
          }}
          onClose={() => setAsked(false)}
        >
          <p className="whitespace-pre-line text-stone">{message.text}</p>
        </LazyConfirmDialog>
      )}
    </>
  );
}
