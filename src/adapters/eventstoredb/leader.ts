import { setTimeout as sleep } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import { StoreUnavailable } from '../../eventsourcing/event-store.ts';

interface LeaderSearch {
  /** Nodes of the cluster, each as `host:port`. */
  readonly nodes: readonly string[];
  /** The node that has just left calls unanswered. The other nodes may name it until they have elected another leader. */
  readonly silentNode: string | undefined;
  /** Makes a client that is connected to one node. */
  readonly clientOf: (node: string) => EventStoreDBClient;
  readonly timeoutMs: number;
  readonly attempts: number;
  /** Milliseconds between a node's answer and the next question to it. */
  readonly intervalMs: number;
  /** Ends the search. */
  readonly signal: AbortSignal;
}

/**
 * Asks all nodes at the same time which one is the leader, and asks again until one is named. So a hung node doesn't delay the
 * answers of the others. The silent node counts as the leader only when it says so itself.
 *
 * @returns the leader's `host:port`
 * @throws StoreUnavailable when no leader is named
 */
export async function findLeader(search: LeaderSearch): Promise<string> {
  const { silentNode, attempts } = search;
  const nodes = new Set(search.nodes);
  if (silentNode !== undefined) nodes.add(silentNode);
  const asked = new Map([...nodes].map((node) => [node, 0]));
  const found = new AbortController();
  const ended = AbortSignal.any([search.signal, found.signal]);
  const isOver = () => ended.aborted || [...asked.values()].every((times) => times >= attempts);

  async function leaderAccordingTo(node: string): Promise<string> {
    const gossip = await gossipOf(search.clientOf(node));
    try {
      while (!isOver()) {
        const leader = await namedLeader(gossip, search.timeoutMs, ended).catch(() => undefined);
        if (leader !== undefined && (leader !== silentNode || node === silentNode)) return leader;
        asked.set(node, (asked.get(node) ?? 0) + 1);
        await sleep(search.intervalMs, undefined, { signal: ended });
      }
      throw new Error('not named');
    } finally {
      // The next channel to the same node shares the connection of an open one, which would be useless if the node was dead.
      gossip.getChannel().close();
    }
  }

  try {
    return await Promise.any([...nodes].map(leaderAccordingTo));
  } catch {
    throw new StoreUnavailable('no node of EventStoreDB names a leader');
  } finally {
    found.abort();
  }
}

/** Uses the method by which the client itself gets access to a service; its types leave that method out. */
const gossipOf = (client: EventStoreDBClient): Promise<GossipClient> =>
  Reflect.get(client, 'getGRPCClient')(GossipClient, 'gossip');

const namedLeader = (
  gossip: GossipClient,
  timeoutMs: number,
  ended: AbortSignal,
): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const given = AbortSignal.any([ended, AbortSignal.timeout(timeoutMs)]);
    const call = gossip.read(new sharedPb.Empty(), (error, cluster) => {
      given.removeEventListener('abort', cancel);
      if (error) reject(error);
      else resolve(leaderIn(cluster));
    });
    const cancel = () => call.cancel();
    given.addEventListener('abort', cancel);
  });

function leaderIn(cluster: gossipPb.ClusterInfo): string | undefined {
  const { LEADER } = gossipPb.MemberInfo.VNodeState;
  const leader = cluster.getMembersList().find((node) => node.getIsAlive() && node.getState() === LEADER);
  const endPoint = leader?.getHttpEndPoint();
  return endPoint && `${endPoint.getAddress()}:${endPoint.getPort()}`;
}
