import { linkBooking } from '../../../../src/contracts/customers/customers.ts';
import { call } from '../../../api.ts';
import { defineCommand } from '../../server/command.ts';
import { topicOf } from '../../server/topics.ts';

/** Says whose appointment it is. Apart from its other commands, which every screen loads. */
export const LINK_BOOKING = defineCommand({
  name: 'link-booking',
  thing: ({ id }: { readonly id: string; readonly customerId: string }) => topicOf('booking', id),
  also: ({ customerId }) => [topicOf('customer', customerId)],
  send: ({ id, customerId }, sending) =>
    call(linkBooking, { ...sending, params: { id }, body: { customer_id: customerId } }),
});
