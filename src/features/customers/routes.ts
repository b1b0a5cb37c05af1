import { addCustomer } from '../../contracts/customers/add-customer.ts';
import {
  changeCustomer,
  eraseCustomer,
  linkBooking,
  mergeCustomer,
  splitCustomer,
} from '../../contracts/customers/customers.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';
import { versioned } from '../../http/operation/answer.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { CustomerCommands } from './commands.ts';
import { keptBefore } from './events.ts';

interface CustomerRoutesDeps {
  readonly on: Mount;
  readonly commands: CustomerCommands;
  /** Links a booking to a customer, unless the check refuses the customer. */
  link(
    bookingId: string,
    customerId: string,
    run: CommandRun,
    checkCustomer: () => Promise<void>,
  ): Promise<{ readonly position: string }>;
  /** Converts a phone number to E.164; null if it can't be parsed. Such a number is shown, but never matched. */
  toE164(phone: string): string | null;
}

/** `If-Match` has the version of a customer's card, which means nothing for the stream of merges. */
const onMerges = (run: CommandRun): CommandRun => ({ ...run, ifVersion: undefined });

/** Routes of staff's commands on customers. */
export function customerRoutes({ on, commands, link, toE164 }: CustomerRoutesDeps): void {
  const phoneOf = (phone: string) => ({ phone, phoneE164: toE164(phone) });

  on(addCustomer, async ({ body, run }) => {
    const { name, email, phone, notes, birthday_month, birthday_day, before } = body;
    const card = {
      name,
      emails: [email ?? []].flat(),
      phones: phone === null ? [] : [phoneOf(phone)],
      birthdayMonth: birthday_month,
      birthdayDay: birthday_day,
      notes,
      ...keptBefore(before),
    };
    return versioned(await commands.add(card, run));
  });

  on(changeCustomer, async ({ params: { id }, body, run }) => {
    const { name, email, phone, other_emails: otherEmails, other_phones, notes } = body;
    const change = {
      name,
      email,
      phone: typeof phone === 'string' ? phoneOf(phone) : phone,
      otherEmails: otherEmails?.filter((other) => other !== null),
      otherPhones: other_phones?.map(phoneOf),
      birthdayMonth: body.birthday_month,
      birthdayDay: body.birthday_day,
      notes,
    };
    return versioned(await commands.change(id, change, run));
  });

  on(eraseCustomer, async ({ params: { id }, run }) => {
    const { customerIds, position } = await commands.erase(id, onMerges(run));
    return { body: { erased: [...customerIds], position } };
  });

  on(mergeCustomer, async ({ params: { id }, body, run }) => {
    const { mergeId: merge_id, into, position } = await commands.merge(id, body.into, onMerges(run));
    return { body: { id, merge_id, into, position } };
  });

  on(splitCustomer, async ({ params: { id }, body, run }) => {
    const { customerId, position } = await commands.split(id, body.merge_id, onMerges(run));
    return { body: { id: customerId, position } };
  });

  on(linkBooking, async ({ params: { id }, body, run }) => {
    const { customer_id } = body;
    const { position } = await link(id, customer_id, run, () => commands.checkKnown(customer_id));
    return { body: { id, position } };
  });
}
