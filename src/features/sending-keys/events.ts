import { z } from 'zod';
import type { EventOf } from '../../eventsourcing/event-types.ts';

/** Events on the stream `salon`, which settings share. */
export const sendingKeysEventTypes = {
  /** Texts and mails are sent with these rows of the sealed table `sending_keys` from now on; null where nothing is saved. */
  SendingKeysChanged: {
    schemaVersion: 1,
    data: z.strictObject({ sms: z.guid().nullable(), email: z.guid().nullable() }),
  },
};

export type SendingKeysEvent = EventOf<typeof sendingKeysEventTypes>;

/** The part of the stream `salon` that they are about. */
export const SENDING = 'sending';
