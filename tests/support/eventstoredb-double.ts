import { once } from 'node:events';
import { setTimeout as sleep, setImmediate as soon } from 'node:timers/promises';
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { type IStreamsServer, StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import pb from '@eventstore/db-client/generated/streams_pb.js';
import * as grpc from '@grpc/grpc-js';
import type { ServerCertificate } from './certificates.ts';
import {
  type DoubleLog,
  doubleLog,
  type LogPosition,
  type ProposedEvent,
} from './eventstoredb-double-log.ts';
import { appendMessage, expectedIn, proposedIn, streamName } from './eventstoredb-double-messages.ts';
import {
  readAll,
  readStream,
  type SubscriptionFaults,
  type SubscriptionGauge,
  subscribe,
} from './eventstoredb-double-reads.ts';

export interface EndPoint {
  readonly host: string;
  readonly port: number;
}

/** What goes wrong: each hook may wait, and a status it throws is what the client gets. */
export interface Faults extends SubscriptionFaults {
  beforeAppend: (stream: string) => void | Promise<void>;
  /** Takes as long as the other nodes, or the disk, need to get an append. */
  replication: (stream: string) => Promise<unknown>;
  /** Called once the append is replicated, before its response. */
  afterAppend: (stream: string) => void | Promise<void>;
  beforeRead: (
    kind: 'stream' | 'all' | 'subscription',
    call: grpc.ServerWritableStream<pb.ReadReq, pb.ReadResp>,
  ) => void | Promise<void>;
  /** Set on a node that isn't the leader: calls that need one are sent there. */
  leader: EndPoint | undefined;
  /** Who the gossip says is the leader; the node itself when undefined. */
  gossip: (() => EndPoint | Promise<EndPoint>) | undefined;
  /** The position in the response to a duplicate; left out when undefined. */
  duplicateAt: (at: LogPosition) => LogPosition | undefined;
}

/**
 * A protocol double: speaks the part of EventStoreDB's gRPC surface that the client uses, over a log in memory, so
 * that the real client can be led through every fault. It isn't EventStoreDB and proves nothing about the server.
 */
export interface EventStoreDbDouble {
  /** `esdb://…`, the same after a restart. */
  readonly url: string;
  readonly endPoint: EndPoint;
  readonly log: DoubleLog;
  readonly faults: Faults;
  readonly gauge: SubscriptionGauge;
  /** Calls by method since the start, such as `append` and `batchAppend`. */
  readonly calls: Map<string, number>;
  /** Cuts every connection and listens no more; the log stays. */
  stop(): void;
  start(): Promise<void>;
  /** Writes what the server would write for itself. */
  writeSystemEvent(): void;
}

/** An error as the server sends it; `exception` is the name by which the client tells its kind. */
export const status = (code: grpc.status, details: string, exception: Record<string, string> = {}) => {
  const metadata = new grpc.Metadata();
  for (const [key, value] of Object.entries(exception)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
};

const statusOf = (error: unknown) =>
  error instanceof Error && 'code' in error
    ? (error as ReturnType<typeof status>)
    : status(grpc.status.INTERNAL, String(error));

const noFaults = (): Faults => ({
  beforeAppend: () => {},
  replication: () => soon(),
  afterAppend: () => {},
  beforeRead: () => {},
  leader: undefined,
  gossip: undefined,
  duplicateAt: (at) => at,
  quiet: false,
  echoes: false,
  checkpoint: (at) => at,
  whileFull: (room) => room,
});

/** The server gives an append so long to be committed; nothing tells it sooner that a dropped one never will be. */
const COMMIT_TIMEOUT_MS = 2_000;

/**
 * Starts a double.
 *
 * @param log shared by the nodes of a cluster; one of its own when left out
 * @param tls its certificate; without one it speaks no TLS
 */
export const eventStoreDbDouble = async (
  log: DoubleLog = doubleLog(),
  tls?: ServerCertificate,
): Promise<EventStoreDbDouble> => {
  const faults = noFaults();
  const gauge: SubscriptionGauge = { open: 0, sent: 0, waits: 0 };
  const calls = new Map<string, number>();
  let server: grpc.Server | undefined;
  let port = 0;

  const counted = (method: string) => calls.set(method, (calls.get(method) ?? 0) + 1);

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

  const streams: IStreamsServer = {
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

  const gossip: grpc.UntypedServiceImplementation = {
    read: async (_call: unknown, reply: grpc.sendUnaryData<gossipPb.ClusterInfo>) => {
      counted('gossip');
      let leader: EndPoint;
      try {
        leader = (await faults.gossip?.()) ?? faults.leader ?? endPoint();
      } catch (error) {
        reply(statusOf(error));
        return;
      }
      const member = new gossipPb.MemberInfo()
        .setInstanceId(new sharedPb.UUID().setString('6f1c1f0e-0b57-4d0e-8f6a-0d8b2f6f9a11'))
        .setState(gossipPb.MemberInfo.VNodeState.LEADER)
        .setIsAlive(true)
        .setHttpEndPoint(new gossipPb.EndPoint().setAddress(leader.host).setPort(leader.port));
      reply(null, new gossipPb.ClusterInfo().setMembersList([member]));
    },
  };

  const features: grpc.UntypedServiceImplementation = {
    getSupportedMethods: (_call: unknown, reply: grpc.sendUnaryData<featuresPb.SupportedMethods>) => {
      counted('getSupportedMethods');
      const batchAppend = new featuresPb.SupportedMethod()
        .setServiceName('event_store.client.streams.streams')
        .setMethodName('batchappend');
      reply(
        null,
        new featuresPb.SupportedMethods().setMethodsList([batchAppend]).setEventStoreServerVersion('24.10.0'),
      );
    },
  };

  const credentials = tls
    ? grpc.ServerCredentials.createSsl(null, [
        { private_key: Buffer.from(tls.privateKey), cert_chain: Buffer.from(tls.certificate) },
      ])
    : grpc.ServerCredentials.createInsecure();

  const endPoint = (): EndPoint => ({ host: '127.0.0.1', port });

  const start = async () => {
    const starting = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    starting.addService(StreamsService, streams);
    starting.addService(GossipService, gossip);
    starting.addService(ServerFeaturesService, features);
    port = await new Promise<number>((resolve, reject) => {
      starting.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    server = starting;
  };

  const writeSystemEvent = () => {
    const event = {
      id: crypto.randomUUID(),
      type: '$statsCollected',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      customMetadata: new Uint8Array(),
    };
    const written = log.append('$stats-double', 'any', [event]);
    if (written.result === 'written') log.replicate(written.last);
  };

  await start();
  return {
    url: tls ? `esdb://user:password@127.0.0.1:${port}?tls=true` : `esdb://127.0.0.1:${port}?tls=false`,
    endPoint: endPoint(),
    log,
    faults,
    gauge,
    calls,
    stop: () => server?.forceShutdown(),
    start,
    writeSystemEvent,
  };
};
