import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type pb from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { type DoubleLog, isAfter, type LogPosition, type StoredEvent } from './log.ts';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  eventMessage,
  filterIn,
  notFoundMessage,
  positionIn,
  streamName,
} from './messages.ts';

type ReadCall = ServerWritableStream<pb.ReadReq, pb.ReadResp>;

/** Faults of the double's subscriptions, read before each step. */
export interface SubscriptionFaults {
  /** Stays open and sends nothing more. */
  quiet: boolean;
  /** Each event is sent twice. */
  echoes: boolean;
  /** Position that is sent instead of a checkpoint. */
  checkpoint: (at: LogPosition) => LogPosition;
  /** Called while a slow consumer is waited for; `room` settles when it can take more. */
  whileFull: (room: Promise<unknown>) => Promise<unknown>;
}

export interface SubscriptionGauge {
  /** Open on the server's side. */
  open: number;
  sent: number;
  /** Times that the server had to wait for a consumer. */
  waits: number;
}

/** The server reads so many matching events at once; its checkpoint at the end of history lags by up to one page. */
const PAGE = 32;

/** Sends one message and waits for room for the next; false when the client has gone. */
const send = async (
  call: ReadCall,
  message: pb.ReadResp,
  gone: Promise<unknown>,
  wait = (room: Promise<unknown>) => room,
) => {
  if (call.cancelled || call.destroyed) return false;
  if (!call.write(message)) await wait(Promise.race([once(call, 'drain'), gone]));
  return !call.cancelled && !call.destroyed;
};

export const readStream = async (call: ReadCall, log: DoubleLog): Promise<void> => {
  const options = call.request.getOptions();
  const asked = options?.getStream();
  const name = streamName(asked?.getStreamIdentifier());
  const events = log.read(name);
  if (events === undefined) {
    call.write(notFoundMessage(name));
  } else {
    const backwards = options?.getReadDirection() === 1;
    const from = BigInt(asked?.getRevision() || 0);
    const inOrder = backwards ? events.toReversed() : events.filter(({ revision }) => revision >= from);
    await sendAll(call, inOrder.slice(0, Number(options?.getCount())));
  }
  call.end();
};

export const readAll = async (call: ReadCall, log: DoubleLog): Promise<void> => {
  const options = call.request.getOptions();
  if (options === undefined) throw new Error('a read without options');
  const position = positionIn(options);
  const backwards = options.getReadDirection() === 1;
  const wanted = ({ at }: StoredEvent) =>
    typeof position === 'string' || (backwards ? isAfter(position, at) : !isAfter(position, at));
  const events = log.events.filter(wanted);
  await sendAll(call, (backwards ? events.reverse() : events).slice(0, Number(options.getCount())));
  call.end();
};

const sendAll = async (call: ReadCall, events: readonly StoredEvent[]) => {
  const gone = once(call, 'cancelled').catch(() => {});
  for (const event of events) if (!(await send(call, eventMessage(event), gone))) return;
};

/** A catch-up subscription to the whole log, with its checkpoints where server 24.10 puts them. */
export const subscribe = async (
  call: ReadCall,
  log: DoubleLog,
  faults: SubscriptionFaults,
  gauge: SubscriptionGauge,
): Promise<void> => {
  const options = call.request.getOptions();
  if (options === undefined) throw new Error('a subscription without options');
  const { matches, interval } = filterIn(options);
  const from = positionIn(options);
  const gone = Promise.race([once(call, 'cancelled'), once(call, 'close')]).catch(() => {});
  const push = (message: pb.ReadResp) =>
    send(call, message, gone, (room) => {
      gauge.waits += 1;
      return faults.whileFull(room);
    });
  const sendCheckpoint = async (at: LogPosition) =>
    interval === undefined || push(checkpointMessage(faults.checkpoint(at)));

  gauge.open += 1;
  try {
    if (!(await push(confirmationMessage(randomUUID())))) return;
    const isNext = ({ at }: StoredEvent) => from === 'start' || (from !== 'end' && isAfter(at, from));
    const first = log.events.findIndex(isNext);
    let next = first < 0 ? log.events.length : first;
    let live = next === log.events.length;
    let considered = 0;
    let inPage = 0;
    /** Position of the checkpoint at the end of history: the last event sent, or where the last page began. */
    let reached: LogPosition | undefined;
    if (live) await push(caughtUpMessage());
    for (;;) {
      const grown = log.grown();
      for (let event = log.events[next]; event; event = log.events[next]) {
        if (faults.quiet) return await gone.then(() => {});
        next += 1;
        considered += 1;
        if (matches(event)) {
          inPage += 1;
          if (!(await push(eventMessage(event)))) return;
          if (faults.echoes) await push(eventMessage(event));
          gauge.sent += 1;
          reached = event.at;
        }
        if (interval !== undefined && considered >= interval) {
          considered = 0;
          reached = live ? event.at : event.end;
          if (!(await sendCheckpoint(reached))) return;
        }
        if (inPage === PAGE) {
          inPage = 0;
          reached = event.end;
        }
      }
      if (!live) {
        live = true;
        if (reached !== undefined && !(await sendCheckpoint(reached))) return;
        if (!(await push(caughtUpMessage()))) return;
      }
      await Promise.race([grown, gone]);
      if (call.cancelled || call.destroyed) return;
    }
  } finally {
    gauge.open -= 1;
  }
};
