import type { TwilioSettings } from './sms/twilio.ts';

/** What messages are sent with at the moment of a call. Where it is undefined, they become files; where it is unreadable, they wait. */
export interface SendingKeysNow {
  readonly twilio: TwilioSettings | 'unreadable' | undefined;
  /** URL of the mail server. */
  readonly smtpUrl: string | 'unreadable' | undefined;
}
