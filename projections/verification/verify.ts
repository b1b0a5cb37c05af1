import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { withTransaction } from '../../src/adapters/postgres/pool.ts';
import { LOG_START, type Position, type RecordedEvent } from '../../src/eventsourcing/event-store.ts';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { BOOKING, idOfBooking } from '../../src/features/booking/appointment/events.ts';
import { ERASING_EVENTS } from '../../src/features/customers/events.ts';
import { ledgersOf } from '../../src/features/messages/events.ts';
import { errorText, isElsewhere } from '../engine/poison.ts';
import { LIVE_SCHEMA, type Projection, sqlName, verifySchema } from '../engine/projection.ts';
import { type FillDeps, fill } from '../engine/rebuild/fill.ts';
import { whileFilling } from '../engine/rebuild/filling-lock.ts';
import { type RegisteredModel, registeredModel } from '../engine/registry.ts';
import { type StoredTable, storedTables } from '../engine/stored-tables.ts';
import { type CustomerViolation, createCustomersProof } from './customers-proof.ts';
import { createMessagesProof, type MessageViolation, type SendingSince } from './messages-proof.ts';
import { createProof, type Violation } from './proof.ts';

interface VerifyDeps extends FillDeps {
  readonly projections: readonly Projection[];
  /** Compares what the registrar has saved with a fresh fold of the log. */
  readonly matching?: () => Promise<Matching>;
  /** What the proof of messages needs besides the log. */
  readonly messages?: {
    /** Names a number's stream. */
    hashNumber(number: string): string;
    /** Undefined before the first start that sends texts. */
    sending(): Promise<SendingSince | undefined>;
  };
  now(): Date;
  /** Called with the step that begins, for people who wait. */
  onStep?(step: string): void;
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

/** A read model beside its rebuild at the same position. */
interface Comparison {
  readonly name: string;
  readonly position: Position;
  readonly rows: number;
  /** One line each: what differs, by table and key. */
  readonly differences: readonly string[];
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
  readonly violations: readonly (Violation | CustomerViolation | MessageViolation)[];
  /** Events that can't be read, or whose personal part doesn't open. */
  readonly offences: readonly Offence[];
  readonly readModels: readonly Comparison[];
  readonly seconds: number;
}

/** The most differences that are listed; further ones are only counted. */
const DIFFERENCES_SHOWN = 20;

/** The keys of what is deleted or erased must be shredded within this time. */
const SHREDDER_MINUTES = 5;
const shredderBegan = (now: Date) => new Date(now.getTime() - SHREDDER_MINUTES * 60_000);

/**
 * A live row may be copied before the deletion of its booking is projected, and rebuilt after its key was shredded: then
 * the rebuilt row lacks the personal data. Such a row doesn't count as a difference while the shredding is this recent.
 */
const SHREDDED_RECENTLY = `
  a.key is not null and b.key is not null and exists (
    select from sealing.sealing_keys
    where stream = $1 || a.key and shredded_at > $2)`;

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
async function proveLog({ store, open, pool, messages, now }: VerifyDeps, upTo: Position) {
  const proof = createProof();
  const customersProof = createCustomersProof();
  const messagesProof = createMessagesProof(messages?.hashNumber);
  const offences: Offence[] = [];
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
      proving(event, messagesProof);
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
  return { proof, customersProof, messagesProof, offences, personalParts: { opened, erased } };
}

const copyOf = (schema: string, { name }: StoredTable) => `${schema}.live_${name}`;

/** Copies the live rows of all read models as of one moment, each with the checkpoint that belongs to them. */
async function copyLive(pool: Pool, schema: string, projections: readonly Projection[]) {
  const registered = new Map<Projection, RegisteredModel>();
  await withTransaction(pool, async (client) => {
    await client.query('set transaction isolation level repeatable read');
    await client.query(`create schema ${schema}`);
    for (const projection of projections) {
      const model = await registeredModel(client, LIVE_SCHEMA, projection.name);
      if (model?.version !== projection.version) continue;
      registered.set(projection, model);
      for (const table of storedTables(projection)) {
        await client.query(`create table ${copyOf(schema, table)} as table ${sqlName(projection, table)}`);
      }
    }
  });
  return registered;
}

async function compare(
  deps: VerifyDeps,
  schema: string,
  projection: Projection,
  live: RegisteredModel,
): Promise<Comparison> {
  const { name } = projection;
  const { position } = live;
  const differences: string[] = [];
  let rows = 0;
  const rebuilt = await fill(deps, schema, projection, {
    signal: new AbortController().signal,
    upTo: position,
  });
  if (rebuilt.checkpoint.events !== live.events) {
    differences.push(`went through ${live.events} events, the log has ${rebuilt.checkpoint.events}`);
  }
  for (const table of storedTables(projection)) {
    const { primaryKey, streams } = table;
    const key = primaryKey.map((column) => `${column}::text`).join(" || ' since ' || ");
    const result = await deps.pool.query<{ key: string; total: string }>(
      `select coalesce(a.key, b.key) as key, count(*) over () as total
       from (select ${key} as key, to_jsonb(t) as row from ${copyOf(schema, table)} t) a
       full join (select ${key} as key, to_jsonb(t) as row from ${sqlName(projection, table, schema)} t) b
         on a.key = b.key
       where a.row is distinct from b.row and not (${SHREDDED_RECENTLY}) limit ${DIFFERENCES_SHOWN}`,
      // A table that reads several kinds of streams has no personal data, so a recent shredding can't explain a difference.
      [typeof streams === 'string' ? streams : null, shredderBegan(deps.now())],
    );
    for (const row of result.rows) differences.push(`${table.name} ${row.key} differs from its rebuild`);
    const more = Number(result.rows[0]?.total ?? 0) - result.rows.length;
    if (more > 0) differences.push(`${table.name}: ${more} more rows differ`);
    const count = await deps.pool.query(`select from ${copyOf(schema, table)}`);
    rows += count.rowCount ?? 0;
  }
  return { name, position, rows, differences };
}

/** Compares each read model with a rebuild, in a schema that is removed afterwards. */
async function compareAll(deps: VerifyDeps): Promise<readonly Comparison[]> {
  const { pool, projections } = deps;
  const schema = verifySchema(randomUUID().slice(0, 8));
  const readModels: Comparison[] = [];
  await whileFilling(pool, async () => {
    try {
      const live = await copyLive(pool, schema, projections);
      for (const projection of projections) {
        const { name } = projection;
        const model = live.get(projection);
        if (model) readModels.push(await compare(deps, schema, projection, model));
        else readModels.push({ name, position: LOG_START, rows: 0, differences: ['was never built'] });
      }
    } finally {
      await pool.query(`drop schema if exists ${schema} cascade`);
      await pool.query('delete from read.models where place = $1', [schema]);
    }
  });
  return readModels;
}

/**
 * Checks the log and the read models, beside a running service or without one. It changes nothing that
 * it checks; the rebuilds for the comparison are in a schema of their own, which is removed afterwards.
 */
export async function verify(deps: VerifyDeps): Promise<Verification> {
  const { store, now, onStep } = deps;
  const began = performance.now();
  onStep?.('Comparing read models with their rebuilds');
  const readModels = await compareAll(deps);
  onStep?.('Proving the log');
  const position = await store.head();
  // Whether texts leave is read before the log, so that it is never newer than the events.
  const sending = await deps.messages?.sending();
  const { proof, customersProof, messagesProof, offences, personalParts } = await proveLog(deps, position);
  const violations = [
    ...proof.violations(now()),
    ...customersProof.violations(now()),
    ...messagesProof.violations(now(), sending),
  ];
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
    texts: messagesProof.texts,
    matching,
    personalParts,
    violations,
    offences,
    readModels,
    seconds,
  };
}
