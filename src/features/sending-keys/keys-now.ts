import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../adapters/config.ts';
import type { SendingKeysNow } from '../../adapters/sending-keys.ts';
import { MESSAGE_CHANNELS } from '../../contracts/messages/message-words.ts';
import type { KeyOrigin, SmtpKeys } from '../../contracts/settings/sending-keys.ts';
import { retrying } from '../../eventsourcing/async/retrying.ts';
import { untilAborted } from '../../eventsourcing/async/until-aborted.ts';
import type { UnreadableEvent } from '../../eventsourcing/event-types.ts';
import { type LiveProjections, liveProjection } from '../../eventsourcing/streams/live-projection.ts';
import { SALON } from '../settings/events.ts';
import { type KeysInForce, sendingKeysDecider } from './decider.ts';
import type { OpenedRows, StoredKeys } from './stored-keys.ts';

export type KeysConfig = Pick<Config, 'twilio' | 'twilioBaseUrl' | 'smtpUrl'>;

interface KeysNowDeps {
  readonly config: KeysConfig;
  readonly stored: Pick<StoredKeys, 'read'>;
  /** Called for an event that can't be folded. */
  onUnreadable(problem: UnreadableEvent): void;
  /** Called when the table couldn't be read, or what is in it couldn't be opened; never with what it holds. */
  onFailure(error: unknown): void;
}

/** The channels' keys, and where they come from. */
interface Present extends SendingKeysNow {
  readonly rows: OpenedRows;
}

const RETRYING = { firstMs: 500, longestMs: 10_000, retries: () => true };
const NO_ROWS: OpenedRows = { sms: undefined, email: undefined };

const MOST_LOOKS = 3;
const LOOK_AGAIN_MS = 300;

/** The port of SMTP that is encrypted from the start. */
const SMTPS_PORT = 465;

const urlOf = ({ host, port, user, password }: SmtpKeys): string => {
  const account = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${port === SMTPS_PORT ? 'smtps' : 'smtp'}://${account}${host}:${port}`;
};

/** The keys for messages: the server's settings, or else the saved ones, kept up to date in this process. */
export function createKeysNow({ config, stored, onUnreadable, onFailure }: KeysNowDeps) {
  const live = liveProjection(sendingKeysDecider, onUnreadable);
  let isRead = false;
  const inForce = (): KeysInForce | undefined =>
    isRead ? (live.states.get(SALON) ?? sendingKeysDecider.initialState()) : undefined;

  function presentOf(rows: OpenedRows): Present {
    const [sms, email] = [rows.sms?.keys, rows.email?.keys];
    const { twilioBaseUrl: baseUrl } = config;
    const saved =
      sms === undefined || sms === 'unreadable'
        ? sms
        : { accountSid: sms.account_sid, authToken: sms.auth_token, from: sms.from, baseUrl };
    const url = email === undefined || email === 'unreadable' ? email : urlOf(email);
    return { rows, twilio: config.twilio ?? saved, smtpUrl: config.smtpUrl ?? url };
  }
  let present = presentOf(NO_ROWS);
  let loaded: KeysInForce | undefined;

  /** Reads what is in force by now, unless it was read already. */
  async function load(): Promise<void> {
    for (let looks = 1; ; looks += 1) {
      const wanted = inForce();
      if (wanted && wanted === loaded) return;
      const rows = await stored.read(wanted);
      // Another call may have read later ones meanwhile.
      if (wanted !== inForce()) continue;
      present = presentOf(rows);
      const unreadable = MESSAGE_CHANNELS.filter((channel) => rows[channel]?.keys === 'unreadable');
      // Somebody else's change at the same time deletes a row for a moment.
      if (looks < MOST_LOOKS && unreadable.some((channel) => rows[channel]?.savedAt === null)) {
        await sleep(LOOK_AGAIN_MS);
        continue;
      }
      loaded = wanted;
      if (unreadable.length > 0) onFailure(new Error(`saved keys can't be read: ${unreadable.join(', ')}`));
      return;
    }
  }

  return {
    /** The caller has to keep it up to date. */
    live,
    load,
    /** The keys in force, as far as this process has read the log. */
    now: (): SendingKeysNow => present,
    shown: () => ({
      rows: present.rows,
      source: {
        sms: sourceOf(config.twilio, present.rows.sms),
        email: sourceOf(config.smtpUrl, present.rows.email),
      },
    }),
    /** Follows the log until the signal aborts. Resolves when the keys that are in force now were read, or couldn't be. */
    async follow(followed: Pick<LiveProjections, 'changed'>, signal: AbortSignal): Promise<void> {
      isRead = true;
      const first = Promise.withResolvers<void>();
      const onRetry = (error: unknown) => {
        onFailure(error);
        first.resolve();
      };
      void (async () => {
        while (!signal.aborted) {
          const changed = followed.changed();
          await retrying(signal, { ...RETRYING, onRetry }, load);
          first.resolve();
          await untilAborted(changed, signal);
        }
        first.resolve();
      })();
      await first.promise;
    },
  };
}

const sourceOf = (ofServer: unknown, saved: unknown): KeyOrigin =>
  ofServer !== undefined ? 'server' : saved !== undefined ? 'saved' : 'none';

export type KeysNow = ReturnType<typeof createKeysNow>;
