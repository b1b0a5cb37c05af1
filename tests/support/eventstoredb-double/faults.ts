import { setImmediate as soon } from 'node:timers/promises';
import type pb from '@eventstore/db-client/generated/streams_pb.js';
import * as grpc from '@grpc/grpc-js';
import type { LogPosition } from './log.ts';
import type { SubscriptionFaults } from './reads.ts';

export interface EndPoint {
  readonly host: string;
  readonly port: number;
}

/** Faults of the double. Each hook may wait, and the client gets the status that it throws. */
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
  /** The leader that the gossip names; the node itself when undefined. */
  gossip: (() => EndPoint | Promise<EndPoint>) | undefined;
  /** The position in the response to a duplicate; left out when undefined. */
  duplicateAt: (at: LogPosition) => LogPosition | undefined;
}

/** An error as the server sends it; `exception` is the name by which the client tells its kind. */
export const status = (code: grpc.status, details: string, exception: Record<string, string> = {}) => {
  const metadata = new grpc.Metadata();
  for (const [key, value] of Object.entries(exception)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
};

export const statusOf = (error: unknown) =>
  error instanceof Error && 'code' in error
    ? (error as ReturnType<typeof status>)
    : status(grpc.status.INTERNAL, String(error));

export const noFaults = (): Faults => ({
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
