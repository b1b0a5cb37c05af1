import { MESSAGE_CHANNELS } from '../../contracts/messages/message-words.ts';
import { derivedId } from '../../eventsourcing/identity.ts';
import type { CommandRun, EventStreams } from '../../eventsourcing/streams/event-streams.ts';
import { wirePosition } from '../../http/operation/projected.ts';
import { broken } from '../rule-broken.ts';
import { SALON, type SalonEvent } from '../settings/events.ts';
import type { ChangeSendingKeys, KeysInForce } from './decider.ts';
import { SENDING } from './events.ts';
import type { KeysNow } from './keys-now.ts';
import type { ChannelKeys, NewRow, StoredKeys } from './stored-keys.ts';

interface SendingKeyCommandsDeps {
  readonly streams: EventStreams<ChangeSendingKeys, SalonEvent, KeysInForce>;
  readonly stored: Pick<StoredKeys, 'put' | 'keepOnly'>;
  readonly keysNow: Pick<KeysNow, 'load' | 'shown'>;
  /** Waits until this process has read the log up to a position, but not for long. */
  shown(position: string): Promise<void>;
}

/** Null removes a saved key. Keys that are left out stay. */
type Changes = { readonly [Channel in keyof ChannelKeys]?: ChannelKeys[Channel] | null | undefined };

/** The commands by which staff change what messages are sent with. */
export function createSendingKeyCommands({ streams, stored, keysNow, shown }: SendingKeyCommandsDeps) {
  const version = () => streams.read(SALON, ({ versionOf }) => versionOf(SENDING));

  /** Deletes the rows that aren't in force. A change at the same time may lose its row by that, so it writes it again here. */
  async function settle(rows: readonly NewRow[]): Promise<void> {
    const inForce = await streams.read(SALON, ({ state }) => state);
    for (const row of rows) if (inForce[row.channel] === row.id) await stored.put(row);
    await stored.keepOnly(inForce);
  }

  return {
    version,

    /** The rows are written first, so that every reader of the event finds them. @throws RuleBroken */
    async change(changes: Changes, run: CommandRun) {
      const { source } = keysNow.shown();
      const rows: NewRow[] = [];
      const command: { -readonly [Channel in keyof KeysInForce]?: KeysInForce[Channel] } = {};
      for (const channel of MESSAGE_CHANNELS) {
        const keys = changes[channel];
        if (keys === undefined) continue;
        if (keys !== null && source[channel] === 'server') throw broken('set-by-server');
        const id = derivedId(SENDING, run.context.commandId, channel);
        command[channel] = keys && id;
        if (keys) rows.push({ id, channel, keys });
      }
      for (const row of rows) await stored.put(row);
      // If it is refused, the rows stay until the next change, but nobody reads them.
      const { position, version } = await streams.handle(SALON, () => command, { ...run, thing: SENDING });
      await settle(rows);
      if (position !== null) await shown(position);
      // If that fails, `follow` tries again.
      await keysNow.load().catch(() => {});
      return { version, position: wirePosition(position) };
    },
  };
}

export type SendingKeyCommands = ReturnType<typeof createSendingKeyCommands>;
