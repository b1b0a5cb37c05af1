import { type CorrectContact, correctContact } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { call } from '../../../api.ts';
import { defineCommand } from '../../data/command.ts';
import { topicOf } from '../../data/topics.ts';
import { patchesOf } from '../booking-patches.ts';

interface Correction {
  readonly id: string;
  readonly email: string;
  readonly phone: string;
}

export const contactOf = ({ email, phone }: Omit<Correction, 'id'>): CorrectContact => ({
  customer_email: email,
  customer_phone: phone,
});

/** Corrects where messages about an appointment go. Not in `commands.ts`, which every screen loads. */
export const CORRECT_CONTACT = defineCommand({
  name: 'correct-contact',
  thing: ({ id }: Correction) => topicOf('booking', id),
  send: ({ id, ...contact }, sending) =>
    call(correctContact, { ...sending, params: { id }, body: contactOf(contact) }),
  patches: ({ id, email, phone }) =>
    patchesOf(id, { customer_email: email.trim() || null, customer_phone: phone.trim() }),
});
