import {
  type HistoryChange,
  type HistoryEntry,
  MESSAGE_HISTORIES,
} from '../../../src/contracts/history/history.ts';
import {
  eventWords,
  FIELD_WORDS,
  reasonWords,
  UNTOLD_FIELDS,
  VALUE_WORDS,
} from '../../../src/contracts/history/history-words.ts';
import { OWN_KINDS } from '../../../src/contracts/messages/message-words.ts';
import { SECTION_WORDS } from '../../../src/contracts/settings/section-words.ts';
import type { SectionName } from '../../../src/contracts/settings/sections.ts';
import { weekdayName } from '../../../src/salon/date-text.ts';
import { isSalonDate } from '../../../src/salon/salon-time.ts';
import { formatTime, minutesOfClock } from '../../../src/salon/time-text.ts';
import { phoneText } from '../../ui/form/phone-text.ts';
import { capital } from '../ui/capital.ts';
import { recordDay } from '../ui/instant-text.ts';
import { amountText } from '../ui/number-text.ts';
import { changeOf, isChanged, isMoved } from './changes.ts';

/** A field's value as text; empty if it has none. */
export function valueText(value: HistoryChange['after'], field: string): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return field === 'day_of_week' ? weekdayName(value) : String(value);
  if (typeof value !== 'string') return value.join(', ');
  const words = VALUE_WORDS[field]?.[value];
  if (words) return words;
  if (isSalonDate(value)) return recordDay(value);
  if (/^\d\d:\d\d$/.test(value)) return formatTime(minutesOfClock(value));
  if (/^\+\d+$/.test(value)) return phoneText(value);
  if (value.startsWith('$')) return amountText(value);
  return value;
}

type Entry = Pick<HistoryEntry, 'type' | 'thing' | 'changes' | 'caused_by'> &
  Partial<Pick<HistoryEntry, 'is_undo'>>;

/** Whether an entry of a customer's history says that an appointment was linked to them. The appointment's name is next to it. */
const isOwnBooking = (entry: Entry): boolean =>
  entry.type === 'BookingLinked' && changeOf(entry, 'appointment_date') !== undefined;

/** Whether it is about a message, and not about the appointment. */
export const isMessage = ({ thing }: Pick<HistoryEntry, 'thing'>): boolean =>
  MESSAGE_HISTORIES.includes(thing.kind);

/** Why a message was sent, or not: `because the booking was confirmed`. */
function messageReason({ type, changes, caused_by }: Entry): string {
  const kind = changeOf({ changes }, 'message_kind')?.after;
  const reason = caused_by && reasonWords(caused_by.type);
  if (!reason) return kind === 'reminder' ? ' as a reminder' : '';
  if (type === 'MessageSuppressed' || type === 'MailSuppressed') return ` when ${reason}`;
  return `${OWN_KINDS.some((own) => own === kind) ? ' in staff’s own words' : ''} because ${reason}`;
}

/** Events by which an appointment is completed, or open again; if its status stays, only what was paid was corrected. */
const COMPLETING = ['BookingCompleted', 'BookingReopened'];

/** Describes the event of an entry. */
export function entryText(entry: Entry): string {
  const { type, thing, changes, caused_by } = entry;
  const has = (field: string) => changeOf(entry, field) !== undefined;
  if (isOwnBooking(entry)) return 'Appointment added';
  if (COMPLETING.includes(type) && !has('status'))
    return has('total_amount') ? 'Amount corrected' : 'Payment corrected';
  if (type === 'HoursSwitched')
    return `Hours switched ${changes.some(({ field, after }) => field === 'is_available' && after) ? 'on' : 'off'}`;
  if (type === 'SettingsChanged')
    return `${eventWords(type)}: ${SECTION_WORDS[thing.id as SectionName] ?? thing.id}`;
  if (type === 'BookingRescheduled' && isChanged(entry, 'stylist') && !isMoved(entry)) return 'Handed over';
  const words = eventWords(type, thing.kind === 'mail', has('kept_here'));
  const stylist = thing.kind === 'day' && changeOf(entry, 'stylist')?.after;
  if (stylist) return `${words} for ${stylist}`;
  if (type === 'MessageRequested' && has('minutes_late')) return `${words}: running late`;
  if (type === 'MessageRequested' && has('words')) return 'Customer’s text answered';
  if (type === 'MessageRequested') return caused_by ? `${words} again` : words;
  return isMessage(entry) ? `${words}${messageReason(entry)}` : words;
}

/** Names the cause, if the entry's own text doesn't: `Because the booking was made`. */
export function causeText(entry: Entry): string | undefined {
  const { caused_by } = entry;
  if (!caused_by || isMessage(entry) || isOwnBooking(entry)) return undefined;
  const words = eventWords(caused_by.type, caused_by.thing.kind === 'mail').toLowerCase();
  if (entry.is_undo) return `Undoes: ${words}`;
  const reason = reasonWords(caused_by.type);
  return reason ? `Because ${reason}` : `After: ${words}`;
}

export const fieldText = (field: string): string => FIELD_WORDS[field] ?? capital(field.replaceAll('_', ' '));

/** Weekday, old and new times of changed hours: `Tuesday`, ``, `9:00 AM – 9:00 PM`. */
export function hoursChange(entry: Entry) {
  const day = changeOf(entry, 'day_of_week')?.after;
  if (entry.thing.kind !== 'hours' || typeof day !== 'number') return undefined;
  const rangeOf = (which: 'before' | 'after') =>
    ['start_time', 'end_time']
      .map((field) => valueText(changeOf(entry, field)?.[which] ?? null, field))
      .filter(Boolean)
      .join(' – ');
  return { label: weekdayName(day), was: rangeOf('before'), is: rangeOf('after') };
}

/**
 * The changes to show. Values that read the same before and after are left out, as is a consent whose words are shown. Hours have a
 * line of their own.
 */
export const shownChanges = ({ thing, changes }: Entry): readonly HistoryChange[] =>
  thing.kind === 'hours'
    ? []
    : changes.filter(
        ({ field, before, after }) =>
          !UNTOLD_FIELDS.has(field) &&
          valueText(before, field) !== valueText(after, field) &&
          !(field === 'sms_consent' && changes.some((other) => other.field === 'consent_text')),
      );
