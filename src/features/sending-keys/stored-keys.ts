import type { Pool } from 'pg';
import type { z } from 'zod';
import type { MessageChannel } from '../../contracts/messages/message-words.ts';
import { SmtpKeys, TwilioKeys } from '../../contracts/settings/sending-keys.ts';
import { openBox, SealBroken, sealBox } from '../../eventsourcing/sealing/sealed-box.ts';
import { type SealingKeys, unshreddedKey } from '../../eventsourcing/sealing/sealing-keys.ts';
import type { KeysInForce } from './decider.ts';

const SCHEMAS = { sms: TwilioKeys, email: SmtpKeys } satisfies Record<MessageChannel, z.ZodType>;

export type ChannelKeys = { readonly [Channel in MessageChannel]: z.output<(typeof SCHEMAS)[Channel]> };

/** Saved keys, or that they can't be opened: they were sealed with another secret key, or their row is lost. */
type OpenedKeys<Keys> = { readonly savedAt: Date | null; readonly keys: Keys | 'unreadable' };

/** The saved keys of each channel; undefined where none are. */
export type OpenedRows = {
  readonly [Channel in MessageChannel]: OpenedKeys<ChannelKeys[Channel]> | undefined;
};

/** A row to be written. */
export interface NewRow {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly keys: ChannelKeys[MessageChannel];
}

interface Row {
  readonly id: string;
  readonly channel: MessageChannel;
  readonly saved_at: Date;
  readonly box: Buffer;
}

/** The name of the key that seals them. No stream has this name. */
const SEALED_AS = 'sending-keys';
const bindingOf = (channel: string, id: string) => `sending keys ${channel} ${id}`;

const IN_FORCE = 'select id, channel, saved_at, box from sending_keys where id = any($1)';
const NEWEST = `
  select distinct on (channel) id, channel, saved_at, box from sending_keys order by channel, saved_at desc`;
const PUT = 'insert into sending_keys (id, channel, box) values ($1, $2, $3) on conflict do nothing';
const KEEP = 'delete from sending_keys where id <> all($1)';

/** The table `sending_keys`. Only this code opens the keys. */
export function createStoredKeys(pool: Pool, sealing: SealingKeys) {
  const sealingKey = () => unshreddedKey(sealing, SEALED_AS);

  async function open<Channel extends MessageChannel>(
    channel: Channel,
    { id, saved_at: savedAt, box }: Row,
  ): Promise<OpenedKeys<ChannelKeys[Channel]>> {
    try {
      const content = openBox(await sealingKey(), bindingOf(channel, id), box);
      const { data } = SCHEMAS[channel].safeParse(JSON.parse(content.toString()));
      return { savedAt, keys: (data as ChannelKeys[Channel] | undefined) ?? 'unreadable' };
    } catch (error) {
      if (error instanceof SealBroken) return { savedAt, keys: 'unreadable' };
      throw error;
    }
  }

  return {
    async put({ id, channel, keys }: NewRow): Promise<void> {
      const box = sealBox(await sealingKey(), bindingOf(channel, id), Buffer.from(JSON.stringify(keys)));
      await pool.query(PUT, [id, channel, box]);
    },

    /** Deletes all other rows. */
    async keepOnly(inForce: KeysInForce): Promise<void> {
      await pool.query(KEEP, [Object.values(inForce).filter((id) => id !== null)]);
    },

    /** @param inForce what the log says; while it isn't known, the newest row of each channel counts */
    async read(inForce: KeysInForce | undefined): Promise<OpenedRows> {
      const ids = Object.values(inForce ?? {}).filter((id) => id !== null);
      if (inForce && ids.length === 0) return { sms: undefined, email: undefined };
      const { rows } = await (inForce ? pool.query<Row>(IN_FORCE, [ids]) : pool.query<Row>(NEWEST));
      async function ofChannel<Channel extends MessageChannel>(channel: Channel) {
        const row = rows.find((one) => one.channel === channel);
        if (row) return open(channel, row);
        return inForce?.[channel] ? ({ savedAt: null, keys: 'unreadable' } as const) : undefined;
      }
      return { sms: await ofChannel('sms'), email: await ofChannel('email') };
    },
  };
}

export type StoredKeys = ReturnType<typeof createStoredKeys>;
