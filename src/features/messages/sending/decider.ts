import type { Decider } from '../../../eventsourcing/streams/decider.ts';
import { SENDING, type SendingEvent, sendingEventTypes } from '../events.ts';

/** What staff decide about all messages together. */
export interface SendingCommand {
  readonly paused: boolean;
}

/** What staff decided last; null before they have decided anything. */
export type SendingDecision = { readonly paused: boolean } | null;

/** Each decision counts, whatever the one before it was: the software may have stopped or begun anew meanwhile. */
export const sendingDecider: Decider<SendingCommand, SendingEvent, SendingDecision> = {
  streams: SENDING,
  eventTypes: sendingEventTypes,
  initialState: () => null,
  decide: ({ paused }) => [{ type: paused ? 'SendingPaused' : 'SendingResumed', data: {} }],
  evolve: (_state, { type }) => ({ paused: type === 'SendingPaused' }),
  resultOf: () => null,
};
