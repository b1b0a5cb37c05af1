import type { Pool } from 'pg';
import { errorText, isElsewhere } from '../../projections/engine/poison.ts';
import { LOG_START, type Position, type RecordedEvent } from '../eventsourcing/event-store.ts';
import { ERASED } from '../eventsourcing/event-types.ts';
import { BOOKING, idOfBooking } from '../features/booking/appointment/events.ts';
import { ERASING_EVENTS } from '../features/customers/events.ts';
import { ledgersOf } from '../features/messages/events.ts';
import { createProof } from './bookings-proof.ts';
import { type CompareDeps, type Comparison, compareAll } from './compare.ts';
import { createCustomersProof } from './customers-proof.ts';
import type { Violation } from './violation.ts';

interface VerifyDeps extends Omit<CompareDeps, 'shreddedSince' | 'onModel'> {
  /** Compares what the registrar has saved with a fresh fold of the log. */
  readonly matching?: () => Promise<Matching>;
  now(): Date;
  /** Called with the step that begins, for people who wait. */
  onStep?(step: VerifyStep): void;
}

/** How far a verification has come. */
export interface VerifyStep {
  /** The name of the read model that is compared now, or `log`. */
  readonly part: string;
  /** How many of all parts are done. */
  readonly done: number;
  readonly total: number;
}

/** The registrar's contacts beside a fresh fold of the log. */
interface Matching {
  readonly contacts: number;
  /** One line each, with ids only. */
  readonly differences: readonly string[];
}

/** An event of the log, with what is wrong with it; ids only. */
interface Offence {
  readonly event: string;
  readonly reason: string;
}

export interface Verification {
  readonly isClean: boolean;
  /** The position up to which the log was checked. */
  readonly position: Position;
  readonly events: number;
  readonly slots: number;
  readonly bookings: number;
  readonly customers: number;
  /** Texts that somebody has claimed. */
  readonly texts: number;
  /** Null where it wasn't asked for. */
  readonly matching: Matching | null;
  readonly personalParts: { readonly opened: number; readonly erased: number };
  readonly violations: readonly Violation[];
  /** Events that can't be read, or whose personal part doesn't open. */
  readonly offences: readonly Offence[];
  readonly readModels: readonly Comparison[];
  readonly seconds: number;
}

/** The keys of what is deleted or erased must be shredded within this time. */
const SHREDDER_MINUTES = 5;
const shredderBegan = (now: Date) => new Date(now.getTime() - SHREDDER_MINUTES * 60_000);

/** Those of the streams whose keys had been shredded by then. */
async function shreddedBefore(
  pool: Pool,
  streams: readonly string[],
  time: Date,
): Promise<readonly string[]> {
  if (streams.length === 0) return [];
  const { rows } = await pool.query<{ stream: string }>(
    'select stream from sealing.sealing_keys where stream = any ($1) and shredded_at < $2',
    [streams, time],
  );
  return rows.map(({ stream }) => stream);
}

/** The streams whose keys are shredded once this one says that it is deleted or erased. */
const shreddedWith = (stream: string): readonly string[] =>
  stream.startsWith(`${BOOKING}-`) ? [stream, ...ledgersOf(idOfBooking(stream))] : [stream];

const nameOf = ({ stream, revision }: RecordedEvent) => `${stream}@${revision}`;

/** Reads the whole log up to a position: the protocol's proof, and whether every personal part opens. */
async function proveLog({ store, open, pool, now }: VerifyDeps, upTo: Position) {
  const proof = createProof();
  const customersProof = createCustomersProof();
  const offences: Offence[] = [];
  let texts = 0;
  let opened = 0;
  let erased = 0;
  /** Streams with a personal part that opened. */
  const readable = new Set<string>();
  /** Streams with one whose key is shredded. */
  const unreadable = new Set<string>();
  /** Streams whose keys are to be shredded, and since when. */
  const endedAt = new Map<string, string>();
  const began = shredderBegan(now());

  function proving(event: RecordedEvent, ...proofs: readonly { apply(event: RecordedEvent): void }[]): void {
    try {
      for (const one of proofs) one.apply(event);
    } catch (error) {
      offences.push({ event: nameOf(event), reason: errorText(error) });
    }
  }

  async function openEach(events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    try {
      return await open(events);
    } catch (error) {
      if (isElsewhere(error)) throw error;
      const [only, ...more] = events;
      if (only && more.length === 0) {
        offences.push({ event: nameOf(only), reason: errorText(error) });
        return [];
      }
      const half = Math.ceil(events.length / 2);
      return [...(await openEach(events.slice(0, half))), ...(await openEach(events.slice(half)))];
    }
  }

  const stop = new AbortController();
  const batches = upTo === LOG_START ? [] : store.subscribe({ from: LOG_START, signal: stop.signal });
  for await (const batch of batches) {
    const events = batch.events.filter(({ position }) => position <= upTo);
    for (const event of events) proving(event, proof, customersProof);
    for (const event of await openEach(events)) {
      const { stream, type, data, metadata } = event;
      if (type === 'MessageAttempted') texts += 1;
      if (data.personal === ERASED) {
        erased += 1;
        unreadable.add(stream);
      } else if (data.personal !== undefined) {
        opened += 1;
        readable.add(stream);
      }
      if (ERASING_EVENTS.has(type))
        for (const ended of shreddedWith(stream)) if (!endedAt.has(ended)) endedAt.set(ended, metadata.at);
    }
    if (batch.position >= upTo) break;
  }
  stop.abort();
  for (const [stream, at] of endedAt)
    if (readable.has(stream) && at < began.toISOString())
      offences.push({ event: stream, reason: 'what is deleted or erased here can still be opened' });
  const silent = [...unreadable].filter((stream) => !endedAt.has(stream));
  for (const stream of await shreddedBefore(pool, silent, began))
    offences.push({ event: stream, reason: 'its key is shredded, and it does not say so' });
  return { proof, customersProof, texts, offences, personalParts: { opened, erased } };
}

/**
 * Checks the log and the read models, beside a running service or without one. It changes nothing that
 * it checks; the rebuilds for the comparison are in a schema of their own, which is removed afterwards.
 */
export async function verify(deps: VerifyDeps): Promise<Verification> {
  const { store, projections, now, onStep } = deps;
  const began = performance.now();
  const total = projections.length + 1;
  const readModels = await compareAll({
    ...deps,
    shreddedSince: () => shredderBegan(now()),
    onModel: (part, done) => onStep?.({ part, done, total }),
  });
  onStep?.({ part: 'log', done: projections.length, total });
  const position = await store.head();
  const { proof, customersProof, texts, offences, personalParts } = await proveLog(deps, position);
  const violations = [...proof.violations(now()), ...customersProof.violations(now())];
  const { customers } = customersProof;
  const matching = (await deps.matching?.()) ?? null;
  const isClean =
    violations.length + offences.length + (matching?.differences.length ?? 0) === 0 &&
    readModels.every(({ differences }) => differences.length === 0);
  const seconds = (performance.now() - began) / 1000;
  return {
    isClean,
    position,
    ...proof.counts,
    customers,
    texts,
    matching,
    personalParts,
    violations,
    offences,
    readModels,
    seconds,
  };
}
