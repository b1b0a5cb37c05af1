import { changeSendingKeys, getSendingKeys } from '../../../../src/contracts/settings/sending-keys.ts';
import { call } from '../../../api.ts';
import { defineCommand } from '../../data/command.ts';
import { defineQuery } from '../../data/query.ts';
import { type Topic, topicOf } from '../../data/topics.ts';

export const SENDING_KEYS = defineQuery({
  name: 'sending-keys',
  about: (): Topic[] => ['settings'],
  load: (_input: 'now', { after: _, ...options }) => call(getSendingKeys, options),
});

type Changes = NonNullable<Parameters<typeof call<typeof changeSendingKeys>>[1]['body']>;

export const CHANGE_SENDING_KEYS = defineCommand({
  name: 'change-sending-keys',
  thing: () => topicOf('settings', 'sending'),
  send: (changes: Changes, options) => call(changeSendingKeys, { ...options, body: changes }),
});
