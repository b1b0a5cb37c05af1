import type { Decider } from '../../../eventsourcing/streams/decider.ts';
import { SENDING, type SendingEvent, sendingEventTypes } from '../events.ts';

/** Staff pause or resume all messages. */
export interface SendingCommand {
  readonly paused: boolean;
}

/** The last decision of staff; null before the first. */
export type SendingDecision = { readonly paused: boolean } | null;

/** A decision is recorded even when it repeats the last one: the service may have stopped messages by itself meanwhile. */
export const sendingDecider: Decider<SendingCommand, SendingEvent, SendingDecision> = {
  streams: SENDING,
  eventTypes: sendingEventTypes,
  initialState: () => null,
  decide: ({ paused }) => [{ type: paused ? 'SendingPaused' : 'SendingResumed', data: {} }],
  evolve: (_state, { type }) => ({ paused: type === 'SendingPaused' }),
  resultOf: () => null,
};
