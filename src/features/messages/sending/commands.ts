import type { Position } from '../../../eventsourcing/event-store.ts';
import type { CommandRun, EventStreams } from '../../../eventsourcing/streams/event-streams.ts';
import { SENDING, type SendingEvent } from '../events.ts';
import type { SendingCommand, SendingDecision } from './decider.ts';
import type { Decided, SendingSwitch } from './switch.ts';

interface Deps {
  readonly streams: Pick<EventStreams<SendingCommand, SendingEvent, SendingDecision>, 'handle' | 'read'>;
  readonly sending: Pick<SendingSwitch, 'follow'>;
}

/** What staff decide about all messages together: recorded in the log first, then followed by the switch. */
export function createSendingCommands({ streams, sending }: Deps) {
  const lastDecided = (): Promise<Decided | null> =>
    streams.read(SENDING, ({ state, position }) =>
      state && position !== null ? { paused: state.paused, at: position } : null,
    );

  /** Until the switch has followed the last decision: of two at the same time, the older one may be followed last. */
  async function followLast(): Promise<void> {
    let followed: Position | undefined;
    for (let last = await lastDecided(); last && last.at !== followed; last = await lastDecided()) {
      await sending.follow(last);
      followed = last.at;
    }
  }

  return {
    /** Pauses messages, or lets them leave. A retry that comes after another decision changes nothing. */
    async change(paused: boolean, run: CommandRun): Promise<Position> {
      const { position } = await streams.handle(SENDING, () => ({ paused }), run);
      await followLast();
      return position ?? '';
    },

    /**
     * Follows a pause whose process was killed before it did, for a start. Letting messages leave isn't made up for: a database may have
     * been restored meanwhile, and staff who got no answer press again.
     */
    async keepPause(): Promise<void> {
      const last = await lastDecided();
      if (last?.paused) await sending.follow(last);
    },
  };
}

export type SendingCommands = ReturnType<typeof createSendingCommands>;
