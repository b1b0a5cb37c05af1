import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IStreamsServer } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import pb from '@eventstore/db-client/generated/streams_pb.js';
import * as grpc from '@grpc/grpc-js';
import { type Faults, status, statusOf } from './faults.ts';
import type { DoubleLog, ProposedEvent } from './log.ts';
import { appendMessage, expectedIn, proposedIn, streamName } from './messages.ts';
import { readAll, readStream, type SubscriptionGauge, subscribe } from './reads.ts';

/** The server gives an append so long to be committed; nothing tells it sooner that a dropped one never will be. */
const COMMIT_TIMEOUT_MS = 2_000;

/** The parts of a node that its streams need. */
interface DoubleNode {
  readonly log: DoubleLog;
  readonly faults: Faults;
  readonly gauge: SubscriptionGauge;
  /** Called with the method's name, such as `append`. */
  readonly counted: (method: string) => void;
}

/** Appending, reading and subscribing, over gRPC. */
export const streamsService = ({ log, faults, gauge, counted }: DoubleNode): IStreamsServer => {
  const atLeader = (metadata: grpc.Metadata) => {
    if (faults.leader === undefined || metadata.get('requires-leader').length === 0) return;
    const { host, port } = faults.leader;
    throw status(grpc.status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': host,
      'leader-endpoint-port': String(port),
    });
  };

  const write = async (
    options: pb.AppendReq.Options | undefined,
    events: readonly ProposedEvent[],
  ): Promise<Parameters<typeof appendMessage>[0]> => {
    const stream = streamName(options?.getStreamIdentifier());
    await faults.beforeAppend(stream);
    const written = log.append(stream, expectedIn(options), events);
    if (written.result === 'dropped') {
      await sleep(COMMIT_TIMEOUT_MS, undefined, { ref: false });
      throw status(grpc.status.ABORTED, 'Operation timed out: Commit phase timeout.');
    }
    if (written.result === 'written' && !written.duplicate) {
      await faults.replication(stream);
      log.replicate(written.last);
    }
    await faults.afterAppend(stream);
    if (written.result === 'stream-deleted') {
      throw status(grpc.status.FAILED_PRECONDITION, 'deleted', {
        exception: 'stream-deleted',
        'stream-name': stream,
      });
    }
    return written;
  };

  const remove =
    (how: 'soft' | 'tombstone') =>
    (call: { request: pb.DeleteReq | pb.TombstoneReq }, reply: (error: null, answer: never) => void) => {
      counted(how === 'soft' ? 'delete' : 'tombstone');
      log.remove(streamName(call.request.getOptions()?.getStreamIdentifier()), how);
      const answer = how === 'soft' ? new pb.DeleteResp() : new pb.TombstoneResp();
      reply(null, answer as never);
    };

  return {
    append: async (call, reply) => {
      counted('append');
      let options: pb.AppendReq.Options | undefined;
      const events: ProposedEvent[] = [];
      call.on('data', (message: pb.AppendReq) => {
        options ??= message.getOptions();
        const proposed = message.getProposedMessage();
        if (proposed) events.push(proposedIn(proposed));
      });
      try {
        await once(call, 'end');
        atLeader(call.metadata);
        const written = await write(options, events);
        reply(null, appendMessage(written, faults.duplicateAt));
      } catch (error) {
        reply(statusOf(error));
      }
    },

    batchAppend: (call) => {
      counted('batchAppend');
      call.on('error', () => {});
      call.on('data', () =>
        call.emit('error', status(grpc.status.UNIMPLEMENTED, 'nobody should batch appends')),
      );
    },

    read: async (call) => {
      const options = call.request.getOptions();
      const kind = options?.hasSubscription() ? 'subscription' : options?.hasStream() ? 'stream' : 'all';
      counted(kind);
      try {
        await faults.beforeRead(kind, call);
        atLeader(call.metadata);
        const stream = streamName(options?.getStream()?.getStreamIdentifier());
        if (log.isTombstoned(stream)) {
          throw status(grpc.status.FAILED_PRECONDITION, 'deleted', {
            exception: 'stream-deleted',
            'stream-name': stream,
          });
        }
        if (kind === 'subscription') await subscribe(call, log, faults, gauge);
        else if (kind === 'stream') await readStream(call, log);
        else await readAll(call, log);
      } catch (error) {
        call.emit('error', statusOf(error));
      }
    },

    delete: remove('soft'),
    tombstone: remove('tombstone'),
  };
};
