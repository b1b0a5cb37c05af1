import type { TwilioSettings } from './sms/twilio.ts';

/**
 * The keys for messages at the moment of a call. Where a channel is undefined, messages become files; where it is unreadable, they wait.
 */
export interface SendingKeysNow {
  readonly twilio: TwilioSettings | 'unreadable' | undefined;
  /** URL of the mail server. */
  readonly smtpUrl: string | 'unreadable' | undefined;
}
