import { KIND_WORDS, type MessageChannel } from '../../../src/contracts/messages/message-words.ts';
import { appointments } from '../../appointments/projection.ts';
import { tableAt } from '../../engine/stored-tables.ts';
import { ALL_MESSAGES, messages } from '../../messages/projection.ts';
import { ALL_APPOINTMENTS } from '../appointments-at.ts';
import { byCalendar, calendarPart } from '../calendar-keys.ts';
import type { Report } from '../report.ts';

/** The kind of those that earlier versions didn't send: they didn't record what these would have said. */
const NOT_RECORDED = 'not-recorded';
const CHANNELS: Readonly<Record<MessageChannel, string>> = { sms: 'Texts', email: 'Mails' };

const KEYS: Readonly<Record<string, string>> = {
  kind: `coalesce(kind, '${NOT_RECORDED}')`,
  channel: 'channel',
};

/** One that was written to a file was neither sent nor delivered. */
const IS_SENT = '(not is_kept and (is_taken or is_delivered))';
const is = (...statuses: readonly string[]) => `(status in ('${statuses.join("', '")}'))::integer`;

/** The messages to customers, and what became of them. */
export const messagesReport: Report = {
  name: 'messages',
  title: 'Messages',
  meaning:
    'The texts and mails to customers, by the day on which they left or would have left, and what became of them. Those about appointments that were deleted do not count.',
  by: [
    ...byCalendar('month'),
    { key: 'kind', label: 'Kind', labels: { ...KIND_WORDS, [NOT_RECORDED]: 'Not recorded' } },
    { key: 'channel', label: 'Channel', labels: CHANNELS },
  ],
  models: [messages, appointments],
  columns: [
    {
      key: 'sent',
      label: 'Sent',
      unit: 'count',
      meaning: 'Messages that the provider or the mail server took, whatever became of them.',
      adds: `${IS_SENT}::integer`,
    },
    {
      key: 'delivered',
      label: 'Delivered',
      unit: 'count',
      meaning: 'Texts that arrived, and mails that the mail server took.',
      adds: is('delivered'),
    },
    {
      key: 'failed',
      label: 'Failed',
      unit: 'count',
      meaning: 'Those that were refused or could not be delivered.',
      adds: is('failed'),
    },
    {
      key: 'unknown',
      label: 'Unknown',
      unit: 'count',
      meaning: 'Those of which nobody can say whether they left or arrived.',
      adds: is('unknown', 'no-receipt'),
    },
    {
      key: 'suppressed',
      label: 'Not sent',
      unit: 'count',
      meaning: 'Those that were not sent on purpose, such as without consent.',
      adds: is('suppressed'),
    },
    {
      key: 'segments',
      label: 'Charged texts',
      unit: 'count',
      meaning:
        'How many texts the provider charges for: a long one counts for each of its parts. Earlier versions did not record this.',
      adds: `case when ${IS_SENT} then segments end`,
      unknownIf: `bool_or(channel = 'sms' and ${IS_SENT} and segments is null)`,
    },
  ],
  facts({ by }, { timeZone, parameter }) {
    const zone = parameter(timeZone);
    // A day more on both sides, whatever the time zone of the session: the index finds these, and their dates are compared afterwards.
    const near = 'at >= $2::date - 1 and at < $3::date + 2';
    return `
      select ${KEYS[by] ?? calendarPart(by)?.key('date', 'null')} as key, booking_id as id,
        channel, status, is_kept, is_taken, is_delivered, segments
      from (select *, (at at time zone ${zone})::date as date from ${tableAt(messages, ALL_MESSAGES, '$1', near)} m) m
      where date between $2 and $3 and exists (select from ${ALL_APPOINTMENTS} a where a.id = booking_id)`;
  },
};
