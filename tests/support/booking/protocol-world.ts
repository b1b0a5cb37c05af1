import { setImmediate } from 'node:timers/promises';
import { DeadlineExceeded } from '../../../src/eventsourcing/async/deadline.ts';
import type { RecordedEvent } from '../../../src/eventsourcing/event-store.ts';
import { LOG_START } from '../../../src/eventsourcing/event-store.ts';
import { CheckpointOutdated } from '../../../src/eventsourcing/processes/process-manager.ts';
import { RuleBroken } from '../../../src/eventsourcing/streams/decider.ts';
import type { BookingResult } from '../../../src/features/booking/appointment/claims.ts';
import { bookingIdOf } from '../../../src/features/booking/appointment/commands.ts';
import { Refused } from '../../../src/http/refusal.ts';
import { dayOfWeek, isPast, type Minutes } from '../../../src/salon/salon-time.ts';
import { FIRST_STYLIST, type Stylist, type StylistChoice } from '../../../src/salon/team.ts';
import { gatedStore, openAll } from '../log/gated-store.ts';
import { memoryEventStore } from '../log/memory-event-store.ts';
import { nextBatch } from '../log/next-batch.ts';
import {
  createTestSalon,
  newBooking,
  newKeeperMemory,
  runOf,
  service,
  TIME_ZONE,
  TUESDAY,
} from '../salon/test-salon.ts';
import { violationsOf } from '../server/server-proof.ts';
import { createTestUndo } from '../undo/test-undo.ts';
import { ask, type Wish } from './protocol-wishes.ts';

export interface Move {
  readonly kind:
    | 'begin'
    | 'send-again'
    | 'pass-time'
    | 'open-gate'
    | 'keep'
    | 'keep-up'
    | 'answer-all'
    | 'stall'
    | 'kill'
    | 'let-go';
  /** 0 or 1. */
  readonly process: number;
  /** Index of one of several items. */
  readonly n: number;
}

export type Answer = { readonly ok: unknown } | { readonly refused: string };

const PATIENCE_MS = 60_000;
const A_WHILE_MS = 17 * 60_000;
/** A hold's life, and what two clocks may be apart. */
const HOLDS_OVER_MS = 20 * 60_000;
export const WINDOW = { start: 540, end: 840 };

/** Refusals that a person may meet; any other means that the protocol got in its own way. */
const FAIR = new Set([
  'slot-taken',
  'same-time',
  'same-length',
  'same-services',
  'ends-before-start',
  'already-completed',
  'not-started',
  'in-the-past',
  'date-blocked',
  'time-blocked',
  'blocked-time-not-found',
  'hours-not-found',
  'appointments-outside-hours',
  'already-blocked',
  'block-not-found',
  'already-cancelled',
  'already-confirmed',
  'not-cancelled',
  'booking-not-found',
  'not-offered',
  'stylist-unavailable',
  'nobody-does-all',
  'already-completed',
  'not-started',
  'same-length',
  'ends-before-start',
  'stale',
  'event-not-found',
  'not-undoable',
  'undo-overtaken',
]);

const SERVICES = [
  service('cut', 30, 4500),
  service('color', 60, 11000),
  { ...service('tint', 90, 9000), gap: { start: 30, end: 60 } },
];

export const [ANN, BEA] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000b1'];
/** Bea works for some hours, and doesn't color; Ann takes longer for it. */
export const BEAS_HOURS = { start: 600, end: 780 };
const TEAM: readonly Stylist[] = [
  FIRST_STYLIST,
  {
    ...FIRST_STYLIST,
    id: ANN,
    order: 1,
    services: [{ id: 'cut' }, { id: 'color', minutes: 75 }, { id: 'tint', minutes: 105 }],
  },
  {
    ...FIRST_STYLIST,
    id: BEA,
    order: 2,
    services: [{ id: 'cut' }, { id: 'tint' }],
    week: [{ dayOfWeek: dayOfWeek(TUESDAY), windows: [BEAS_HOURS] }],
  },
];

/** 10:25 AM of the day, so that appointments begin, and are completed before their end. */
export const ON_THE_DAY = '2026-11-24T18:25:00Z';

/** Processes, keepers, clocks and clients around one log, moved step by step. */
export function createProtocolWorld(
  wishes: readonly Wish[],
  skews: readonly [number, number],
  { begins = '2026-11-20T18:00:00Z', team }: { begins?: string; team?: StylistChoice | undefined } = {},
) {
  const log = memoryEventStore();
  const keeperMemory = newKeeperMemory();
  let time = Date.parse(begins);
  const clock = (index: number) => () => new Date(time + (skews[index] ?? 0));
  /** Each process learns by itself who has been let go. */
  const stylists = [0, 1].map(() => (team ? [...TEAM] : [FIRST_STYLIST]));
  const start = (index: number) => {
    const options = {
      stylists: () => stylists[index] ?? TEAM,
      choice: team,
      now: clock(index),
      services: SERVICES,
      windows: [WINDOW],
      keeperMemory,
      patienceMs: PATIENCE_MS,
    };
    const [commands, keeping] = [gatedStore(log), gatedStore(log)];
    const { keeper, keeperSteps } = createTestSalon(keeping.store, options);
    const salon = createTestSalon(commands.store, options);
    return {
      salon,
      undo: createTestUndo(commands.store, salon, clock(index)).undo,
      log,
      keeper,
      keeperSteps,
      commands,
      keeping,
      keeperBusy: false,
      keeperLoaded: false,
    };
  };
  const processes = [start(0), start(1)];
  const answers: Answer[][] = wishes.map(() => []);
  const failures: unknown[] = [];
  let begun = 0;
  let calm = false;

  const processAt = (index: number) => {
    const process = processes[index % 2];
    if (!process) throw new Error('there are two processes');
    return process;
  };

  const blockIdOf = (wish: number) =>
    answers[wish]?.flatMap((answer) =>
      'ok' in answer ? [(answer.ok as { blockId?: string })?.blockId] : [],
    )[0];

  function send(index: number, processIndex: number): void {
    const process = processAt(processIndex);
    const heard = (answer: Answer) => answers[index]?.push(answer);
    ask(process, wishes, index, blockIdOf).then(
      (ok) => heard({ ok }),
      (error: unknown) => {
        const isRefusal = error instanceof RuleBroken || error instanceof Refused;
        if (isRefusal && FAIR.has(error.code)) heard({ refused: error.code });
        // Two lapses under one request are answered by "try again", which says nothing either way.
        else if (error instanceof DeadlineExceeded && !calm) return;
        else failures.push(error);
      },
    );
  }

  /** One step of a keeper; it takes the next one only when this one is through its gates. */
  async function keep(index: number, what: 'follow' | 'sweep' | 'save', maxBatch = 1_000): Promise<void> {
    const process = processAt(index);
    const { keeper, keeperSteps } = process;
    if (process.keeperBusy) return;
    process.keeperBusy = true;
    try {
      if (!process.keeperLoaded) await keeperSteps.load();
      process.keeperLoaded = true;
      if (what === 'follow') await keeperSteps.handle(await nextBatch(log, keeperSteps.position, maxBatch));
      else if (what === 'sweep') await keeper.due.run();
      else await keeperSteps.save();
      process.keeperBusy = false;
    } catch (error) {
      if (error instanceof CheckpointOutdated) {
        // The other keeper has saved since: this one begins again from there.
        process.keeperLoaded = false;
        process.keeperBusy = false;
      } else failures.push(error);
    }
  }

  const everyone = () => processes.flatMap(({ commands, keeping }) => [commands, keeping]);

  async function keepUp(index: number): Promise<void> {
    const { keeper, keeping } = processAt(index);
    const through = async (what: 'follow' | 'sweep' | 'save') => {
      void keep(index, what);
      await openAll(keeping);
    };
    await through('follow');
    // Of a booking's open slots, each sweep may fence off only one, since fencing it off is an append to the booking's stream.
    for (let sweeps = keeper.openItems + 1; sweeps > 0; sweeps -= 1) await through('sweep');
    await through('save');
  }

  async function step(move: Move): Promise<void> {
    const process = processAt(move.process);
    switch (move.kind) {
      case 'begin':
        if (begun < wishes.length) send(begun++, move.process);
        break;
      case 'send-again':
        if (begun > 0) send(move.n % begun, move.process);
        break;
      case 'pass-time':
        time += [1_000, 20_000, PATIENCE_MS + 1, A_WHILE_MS][move.n % 4] ?? 0;
        break;
      case 'open-gate': {
        const { gates } = move.n % 4 === 0 ? process.keeping : process.commands;
        gates.splice(move.n % Math.max(gates.length, 1), 1)[0]?.();
        break;
      }
      case 'keep':
        void keep(
          move.process,
          (['follow', 'sweep', 'save'] as const)[move.n % 3] ?? 'follow',
          1 + (move.n % 7),
        );
        break;
      case 'keep-up':
        await keepUp(move.process);
        break;
      case 'answer-all':
        await openAll(process.commands);
        break;
      // Requests get so far and no farther, while a keeper sees their slots and runs out of patience.
      case 'stall':
        for (let opened = 0; opened < move.n % 8; opened += 1) {
          process.commands.gates.shift()?.();
          await setImmediate();
        }
        await keepUp(move.process + 1);
        time += PATIENCE_MS + 1;
        await keepUp(move.process + 1);
        break;
      case 'let-go':
        letGo(move);
        break;
      case 'kill':
        process.commands.cutOff();
        process.keeping.cutOff();
        processes[move.process % 2] = start(move.process % 2);
        break;
    }
    await setImmediate();
  }

  /** Lets one of the others go, or takes them back. */
  function letGo({ process, n }: Move): void {
    const known = stylists[process % 2] ?? [];
    const at = 1 + (n % 2);
    const stylist = known[at];
    if (stylist) known[at] = { ...stylist, isActive: !stylist.isActive };
  }

  async function events(): Promise<readonly RecordedEvent[]> {
    return (await nextBatch(log, LOG_START, 100_000)).events;
  }

  return {
    step,
    failures,
    answers,
    events,

    /** Everyone goes on undisturbed: all requests are answered, the keepers' patience passes, they catch up. */
    async calmDown(): Promise<void> {
      await openAll(...everyone());
      calm = true;
      for (const known of stylists) known.splice(0, known.length, ...(team ? TEAM : [FIRST_STYLIST]));
      for (const index of wishes.keys()) {
        send(index, 0);
        await openAll(...everyone());
      }
      for (const _ of ['they see the last slots', 'they give them back']) {
        for (const index of processes.keys()) await keepUp(index);
        time += PATIENCE_MS + 1;
      }
    },

    async askAgain(index: number, process: number): Promise<Answer | undefined> {
      send(index, process);
      await openAll(...everyone());
      return answers[index]?.at(-1);
    },

    violations: async () => violationsOf(await events(), new Date(time + 3_600_000)),

    /** Whether a start lies ahead, once every hold has run out. */
    isAhead: (from: Minutes) =>
      !isPast(TUESDAY, from, new Date(clock(0)().getTime() + HOLDS_OVER_MS), TIME_ZONE),

    /** Books half an hour at each start of the day, once every hold has run out, and tells which are given. */
    async stillFree(): Promise<readonly number[]> {
      time += HOLDS_OVER_MS;
      const salon = createTestSalon(log, {
        now: clock(0),
        windows: [WINDOW],
        stylists: () => (team ? TEAM : [FIRST_STYLIST]),
      });
      const free: number[] = [];
      for (let from = WINDOW.start; from < WINDOW.end; from += 30) {
        const key = `afterwards-${from}-0123456789`;
        const run = runOf({ key, command: 'create', body: from });
        const answer: BookingResult | RuleBroken = await salon.bookings
          .create(bookingIdOf(key), newBooking({ start: from }), run)
          .catch((error: unknown) => error as RuleBroken);
        if (!(answer instanceof Error)) free.push(from);
      }
      return free;
    },
  };
}
