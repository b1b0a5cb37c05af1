import { leaves } from '../../../contracts/messages/message-words.ts';
import type { SendingState, SendingSwitch } from '../sending/switch.ts';

/** The same state for mails, which leave where only the spending on texts is stopped. */
export const stateForMails = (state: SendingState): SendingState => ({
  ...state,
  paused: !leaves('email', state),
});

/** Whether mails leave. */
export const mailSending = ({ read }: Pick<SendingSwitch, 'read'>): Pick<SendingSwitch, 'read'> => ({
  read: async () => stateForMails(await read()),
});
