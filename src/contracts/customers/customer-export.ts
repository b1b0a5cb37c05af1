import { z } from 'zod';
import { IdPath, UuidField } from '../fields.ts';
import { MESSAGE_CHANNELS } from '../messages/message-words.ts';
import { MessageAttachment, MessageStep } from '../messages/messages.ts';
import { defineOperation } from '../operation.ts';
import { CustomerCard } from './customers.ts';
import { CustomerBooking } from './visits.ts';

const Instant = z.iso.datetime();

/** An e-mail or a text message about a booking, or a customer's reply to one. */
const ExportedMessage = z.object({
  id: UuidField,
  booking_id: UuidField,
  channel: z.enum(MESSAGE_CHANNELS),
  /** Null for a message that was not sent, and for one that the customer wrote. */
  to: z.string().nullable(),
  text: z.string().nullable(),
  attachments: z.array(MessageAttachment),
  steps: z.array(MessageStep),
});
export type ExportedMessage = z.infer<typeof ExportedMessage>;

/** All data kept about a person, in a form that can be given to them. */
export const CustomerExport = z.object({
  exported_at: Instant,
  /** The customer, and all who are merged with them. */
  customers: z.array(CustomerCard),
  merges: z.array(z.object({ merge_id: UuidField, from: UuidField, into: UuidField, merged_at: Instant })),
  bookings: z.array(
    CustomerBooking.extend({
      customer_email: z.string().nullable(),
      customer_phone: z.string().nullable(),
      notes: z.string().nullable(),
      sms_consent: z.boolean(),
      created_at: Instant,
    }),
  ),
  /** Grouped by booking, the oldest first. */
  messages: z.array(ExportedMessage),
  /** Those of their phone numbers that accept no text messages. */
  opted_out: z.array(z.object({ phone: z.string(), at: Instant, by: z.enum(['customer', 'provider']) })),
  /** All recorded events about them and their bookings, the oldest first. They include data that has changed since. */
  recorded: z.array(
    z.object({
      /** Id of the customer or the booking. */
      id: UuidField,
      type: z.string(),
      at: Instant,
      data: z.record(z.string(), z.unknown()),
    }),
  ),
});
export type CustomerExport = z.infer<typeof CustomerExport>;

export const exportCustomer = defineOperation({
  method: 'get',
  path: '/api/admin/customers/{id}/export',
  summary: 'All data about a customer, as a file',
  caller: 'admin',
  roles: 'owners',
  area: 'customers',
  params: IdPath,
  answer: { status: 200, body: CustomerExport },
  isProjected: true,
  isDownload: true,
  problems: ['customer-not-found'],
});
