import {
  type EventStore,
  LOG_START,
  type Position,
  type RecordedEvent,
} from '../../../src/eventsourcing/event-store.ts';
import type { MemoryTransaction } from '../../../src/eventsourcing/processes/memory-item-table.ts';
import {
  CheckpointOutdated,
  type ProcessCheckpoint,
  type ProcessStore,
} from '../../../src/eventsourcing/processes/process-manager.ts';
import type { Sending } from '../../../src/features/messages/decision/decide-message.ts';
import type { DueCause } from '../../../src/features/messages/queue/queue.ts';
import { memoryEventStore } from '../log/memory-event-store.ts';
import { nextBatch } from '../log/next-batch.ts';

interface Row {
  readonly bookingId: string;
  lookAt: number;
  inHandUntil: number;
  open: { readonly attemptId: string; readonly since: number } | undefined;
  ended: boolean;
}

export const START = Date.parse('2026-11-20T20:00:00Z');
/** A job of a process that died is due again after this time. */
const IN_HAND_MS = 10_000;

/** The log and the Postgres that the processes share. A restore puts back both. */
export function createShared(clock: () => number) {
  let stored = memoryEventStore();
  /** Every claim that was ever made, also in a time that a restore has lost. */
  const claims = new Map<string, readonly string[]>();
  /** Last change that decides whether a message is sent, or its text. */
  let changedAt = START;
  const log: EventStore = {
    async append(stream, expected, added) {
      const result = await stored.append(stream, expected, added);
      if (!stream.startsWith('messages-')) changedAt = clock();
      for (const { type, data } of added)
        if (type === 'MessageAttempted') claims.set(data.attemptId as string, data.causes as string[]);
      return result;
    },
    read: (...of) => stored.read(...of),
    head: () => stored.head(),
    subscribe: (options) => stored.subscribe(options),
    close: () => stored.close(),
  };
  let kept = {
    rows: new Map<string, Row>(),
    texted: new Map<string, Set<string>>(),
    checkpoint: { position: LOG_START, revision: null } as ProcessCheckpoint,
    sending: { paused: false, watermark: '' as Position, watermarkAt: new Date(0) } as Sending,
  };
  let saves = 0;
  let backup: { readonly events: readonly RecordedEvent[]; readonly kept: typeof kept } | undefined;

  const checkpoints: ProcessStore<MemoryTransaction> = {
    async load(_, read) {
      await read({ onCommit: () => {} });
      return kept.checkpoint;
    },
    async save(_, loaded, position, write) {
      const changes: (() => void)[] = [];
      await write({ onCommit: (change) => changes.push(change) });
      if (kept.checkpoint.revision !== loaded.revision) throw new CheckpointOutdated('saved by another');
      for (const change of changes) change();
      saves += 1;
      kept.checkpoint = { position, revision: String(saves) };
      return kept.checkpoint;
    },
  };

  const events = async () => (await nextBatch(log, LOG_START, 100_000)).events;

  return {
    log,
    claims,
    checkpoints,
    events,
    get kept() {
      return kept;
    },
    changedAt: () => changedAt,

    setSending(sending: Partial<Sending>): void {
      kept.sending = { ...kept.sending, ...sending };
      changedAt = clock();
    },

    open: (): readonly DueCause[] =>
      [...kept.rows].flatMap(([causeId, { bookingId, ended }]) =>
        ended ? [] : [{ channel: 'sms' as const, causeId, bookingId }],
      ),

    /** Takes the messages that are due, as a worker does. */
    take(): readonly DueCause[] {
      if (kept.sending.paused) return [];
      const due = [...kept.rows].filter(
        ([, { lookAt, inHandUntil, ended }]) => !ended && Math.max(lookAt, inHandUntil) <= clock(),
      );
      return due.map(([causeId, row]) => {
        row.inHandUntil = clock() + IN_HAND_MS;
        return { channel: 'sms', causeId, bookingId: row.bookingId };
      });
    },

    async backUp(): Promise<void> {
      backup = { events: await events(), kept: structuredClone(kept) };
    },

    /** The log and the tables are as they were at the backup; sending is paused before anything starts. */
    async restore(): Promise<boolean> {
      if (!backup) return false;
      const restored = memoryEventStore();
      for (const { stream, revision, position: _, ...event } of backup.events)
        await restored.append(stream, revision === 0n ? 'no-stream' : revision - 1n, [event]);
      stored = restored;
      kept = structuredClone(backup.kept);
      kept.sending = { ...kept.sending, paused: true };
      return true;
    },
  };
}

export type Shared = ReturnType<typeof createShared>;
