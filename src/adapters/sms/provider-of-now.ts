import { keptFor } from '../kept-for.ts';
import type { SendingKeysNow } from '../sending-keys.ts';
import type { SmsProvider } from './provider.ts';
import type { TwilioSettings } from './twilio.ts';

const unreadable = async () => {
  throw new Error('the saved keys of the provider cannot be read');
};

/** While keys can't be read, texts wait: each is tried again. */
const UNREADABLE: SmsProvider = {
  send: async () => ({ outcome: 'not-sent', why: 'unreachable' }),
  find: unreadable,
  receiptOf: unreadable,
  receivedAt: unreadable,
};

/** A provider that sends with what is in force at each call. @param open makes the one for an account, or for none */
export function providerOfNow(
  twilioNow: () => SendingKeysNow['twilio'],
  open: (twilio: TwilioSettings | undefined) => SmsProvider,
): SmsProvider {
  const provider = keptFor(twilioNow, (twilio) => (twilio === 'unreadable' ? UNREADABLE : open(twilio)));
  return {
    send: (text) => provider.present().send(text),
    find: (what) => provider.present().find(what),
    receiptOf: (sid) => provider.present().receiptOf(sid),
    receivedAt: (sid) => provider.present().receivedAt(sid),
  };
}
