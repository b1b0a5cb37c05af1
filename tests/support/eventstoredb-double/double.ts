import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import * as grpc from '@grpc/grpc-js';
import { freePort } from '../machine/free-port.ts';
import type { ServerCertificate } from '../network/certificates.ts';
import { type EndPoint, type Faults, noFaults, statusOf } from './faults.ts';
import { type DoubleLog, doubleLog } from './log.ts';
import type { SubscriptionGauge } from './reads.ts';
import { streamsService } from './streams.ts';

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
  /** @param log another one than before */
  start(log?: DoubleLog): Promise<void>;
  /** Writes what the server would write for itself. */
  writeSystemEvent(): void;
}

/**
 * Starts a double.
 *
 * @param firstLog shared by the nodes of a cluster; one of its own when left out
 * @param tls its certificate; without one it speaks no TLS
 */
export const eventStoreDbDouble = async (
  firstLog: DoubleLog = doubleLog(),
  tls?: ServerCertificate,
): Promise<EventStoreDbDouble> => {
  let log = firstLog;
  const faults = noFaults();
  const gauge: SubscriptionGauge = { open: 0, sent: 0, waits: 0 };
  const calls = new Map<string, number>();
  let server: grpc.Server | undefined;
  // Listened on again after each stop, so it must be nobody else's meanwhile.
  const port = await freePort();

  const counted = (method: string) => void calls.set(method, (calls.get(method) ?? 0) + 1);

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

  const start = async (other = log) => {
    log = other;
    const starting = new grpc.Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
    starting.addService(StreamsService, streamsService({ log, faults, gauge, counted }));
    starting.addService(GossipService, gossip);
    starting.addService(ServerFeaturesService, features);
    await new Promise<void>((resolve, reject) => {
      starting.bindAsync(`127.0.0.1:${port}`, credentials, (error) => (error ? reject(error) : resolve()));
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
    get log() {
      return log;
    },
    faults,
    gauge,
    calls,
    stop: () => server?.forceShutdown(),
    start,
    writeSystemEvent,
  };
};
