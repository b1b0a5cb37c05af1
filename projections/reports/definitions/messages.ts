import { KIND_WORDS, type MessageChannel } from '../../../src/contracts/messages/message-words.ts';
import { instantsOfDays, type SalonDate, salonDays, startOfDay } from '../../../src/salon/salon-time.ts';
import { APPOINTMENTS, appointments } from '../../appointments/projection.ts';
import { sqlName } from '../../engine/projection.ts';
import { pastOf, tableAt } from '../../engine/stored-tables.ts';
import { ALL_MESSAGES, messages } from '../../messages/projection.ts';
import { byCalendar } from '../calendar-keys.ts';
import type { Report } from '../report.ts';

/** The kind of those whose claim, or whose cause, a restored log has lost. */
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
      meaning: 'The number of texts that the provider charges for: a long one counts for each of its parts.',
      adds: `case when ${IS_SENT} then segments end`,
      unknownIf: `bool_or(channel = 'sms' and ${IS_SENT} and segments is null)`,
    },
  ],
  facts({ by, from, to }, { timeZone, parameter }) {
    const instantOf = (day: SalonDate) => startOfDay(day, timeZone).toISOString();
    const begins = salonDays(from, to).filter((day) => day === from || day.endsWith('-01'));
    const months = () => `(${parameter(begins.map((day) => day.slice(0, 7)))}::text[])[
      width_bucket(at, ${parameter(begins.map(instantOf))}::timestamptz[])]`;
    const [begin, end] = instantsOfDays(from, to, timeZone).map((at) => parameter(at.toISOString()));
    const isInPeriod = `at >= ${begin}::timestamptz and at < ${end}::timestamptz`;
    // An appointment comes before its messages: it was there at the position if it is now, or was deleted later.
    return `
      select ${KEYS[by] ?? months()} as key, booking_id as id,
        m.channel, m.status, is_kept, is_taken, is_delivered, segments
      from ${tableAt(messages, ALL_MESSAGES, '$1', isInPeriod)} m
      left join ${sqlName(appointments, APPOINTMENTS)} a on a.id = m.booking_id
      where $2::date <= $3::date and (a.id is not null or exists (
        select from ${sqlName(appointments, pastOf(APPOINTMENTS))} past where past.id = m.booking_id and past.until > $1))`;
  },
};
