import { staffIds, staffName } from '../../../contracts/history/actor.ts';
import type { EventStore, Position } from '../../../eventsourcing/event-store.ts';
import type { CommandRun, EventStreams } from '../../../eventsourcing/streams/event-streams.ts';
import type { NamesOf } from '../../../http/operation/caller.ts';
import { SENDING, type SendingEvent } from '../events.ts';
import type { SendingCommand, SendingDecision } from './decider.ts';
import type { Decided, SendingSwitch } from './switch.ts';

interface Deps {
  readonly streams: Pick<EventStreams<SendingCommand, SendingEvent, SendingDecision>, 'handle' | 'read'>;
  readonly sending: Pick<SendingSwitch, 'follow'>;
}

/** Pausing and resuming all messages: recorded in the log first, then applied to the switch. */
export function createSendingCommands({ streams, sending }: Deps) {
  const lastDecided = (): Promise<Decided | null> =>
    streams.read(SENDING, ({ state, position }) =>
      state && position !== null ? { paused: state.paused, at: position } : null,
    );

  /** Applies the last decision, and repeats this while newer ones are made: otherwise, of two at once, the older might be applied last. */
  async function followLast(): Promise<void> {
    let followed: Position | undefined;
    for (let last = await lastDecided(); last && last.at !== followed; last = await lastDecided()) {
      await sending.follow(last);
      followed = last.at;
    }
  }

  return {
    /** Pauses or resumes messages. A retry that comes after another decision changes nothing. */
    async change(paused: boolean, run: CommandRun): Promise<Position> {
      const { position } = await streams.handle(SENDING, () => ({ paused }), run);
      await followLast();
      return position ?? '';
    },

    /**
     * Applies a recorded pause again at a start, in case the process was killed before it did. A resumption isn't repeated: the database
     * may have been restored meanwhile, and staff who got no response press again.
     */
    async keepPause(): Promise<void> {
      const last = await lastDecided();
      if (last?.paused) await sending.follow(last);
    },
  };
}

export type SendingCommands = ReturnType<typeof createSendingCommands>;

/** The name of the member of staff who last paused or resumed messages; null where nobody did, or the account was deleted. */
export const createLastDecidedBy =
  (log: Pick<EventStore, 'read'>, namesOf: NamesOf) => async (): Promise<string | null> => {
    const actor = (await log.read(SENDING)).at(-1)?.metadata.actor;
    if (actor?.kind !== 'admin') return null;
    return staffName(actor, await namesOf(staffIds([actor]))) ?? null;
  };
