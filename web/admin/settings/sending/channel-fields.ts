import type { FieldValues } from 'react-hook-form';
import type { MessageChannel } from '../../../../src/contracts/messages/message-words.ts';

/** One of the keys as it is typed. */
interface KeyField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isSecret?: true;
  readonly isOptional?: true;
  readonly isNumber?: true;
  /** The first value of the field. */
  readonly initial?: string;
}

export const KEY_FIELDS: Readonly<Record<MessageChannel, readonly KeyField[]>> = {
  sms: [
    {
      name: 'account_sid',
      label: 'Account SID',
      hint: 'On the first page of Twilio’s console. It begins with AC.',
    },
    { name: 'auth_token', label: 'Auth Token', hint: 'Below the Account SID.', isSecret: true },
    {
      name: 'from',
      label: 'Number that texts come from',
      hint: 'One that you have rented at Twilio, with its country code. Or the id of a messaging service.',
    },
  ],
  email: [
    { name: 'host', label: 'Mail server', hint: 'Your provider calls it SMTP or outgoing server.' },
    { name: 'port', label: 'Port', hint: '465 or 587.', isNumber: true, initial: '465' },
    { name: 'user', label: 'User name', hint: 'Mostly the mail address.', isOptional: true },
    { name: 'password', label: 'Password', isSecret: true, isOptional: true },
  ],
};

/** The fields' first values, by the names of the request. */
export const initialOf = (channel: MessageChannel): FieldValues => ({
  [channel]: Object.fromEntries(KEY_FIELDS[channel].map(({ name, initial = '' }) => [name, initial])),
});

/** The change that what was typed means. */
export const changeOf = ({ email, ...sms }: FieldValues) =>
  email ? { email: { ...email, port: Number(email.port || Number.NaN) } } : sms;
