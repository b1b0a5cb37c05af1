/** A part of the core, and the tests that are about it. */
export interface Target {
  readonly name: string;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly needsDatabase?: true;
}

export const TARGETS: readonly Target[] = [
  {
    name: 'deciders',
    files: [
      'src/features/**/{decider,state}.ts',
      'src/features/booking/agenda/{day-decisions,events}.ts',
      'src/features/minutes-field.ts',
      'src/salon/parts.ts',
    ],
    tests: [
      'tests/unit/*decider*',
      'tests/unit/agenda-*',
      'tests/unit/booking-*',
      'tests/unit/event-schemas*',
      'tests/unit/recorded-events*',
      'tests/unit/fold-cost*',
      'tests/unit/customers/{card,merges}*',
      'tests/unit/messages/{sending-commands,withhold}*',
    ],
  },
  {
    name: 'slot keeper',
    files: ['src/features/booking/slot-keeper/*.ts'],
    tests: ['tests/unit/*slot-keeper*', 'tests/unit/protocol*'],
  },
  {
    name: 'process managers',
    files: ['src/eventsourcing/processes/*process-manager.ts'],
    tests: ['tests/unit/*process-manager*', 'tests/unit/*slot-keeper*'],
  },
  {
    name: 'process store',
    files: ['src/adapters/postgres/process-store.ts'],
    tests: ['tests/contract/process-store*'],
    needsDatabase: true,
  },
  {
    name: 'usage counts',
    files: ['src/adapters/postgres/usage-counts.ts', 'src/adapters/postgres/source-salts.ts'],
    tests: ['tests/contract/usage-counts*', 'tests/contract/source-salts*'],
    needsDatabase: true,
  },
  {
    name: 'admission',
    files: ['src/features/booking/admission/*.ts'],
    tests: [
      'tests/unit/admission*',
      'tests/unit/admitted-commands*',
      'tests/unit/suspicion*',
      'tests/unit/sources*',
      'tests/unit/limit-subjects*',
    ],
  },
  {
    name: 'event streams',
    files: [
      'event-streams',
      'stream-fold',
      'evolve-from',
      'live-projection',
      'retrying',
      'decider',
      'new-event',
      'append-missing',
      'process-context',
    ].map((name) => `src/eventsourcing/**/${name}.ts`),
    tests: [
      'tests/unit/append-missing*',
      'tests/unit/process-context*',
      'tests/unit/retrying*',
      'tests/unit/fold-cost*',
      'tests/unit/recorded-events*',
      'tests/unit/event-streams*',
      'tests/unit/live-*',
      'tests/unit/booking-*',
      'tests/unit/hold-commands*',
    ],
  },
  {
    name: 'log append',
    files: ['src/adapters/postgres-log/append.ts'],
    tests: ['tests/contract/{event-store.postgres,postgres-append}.test.ts'],
    needsDatabase: true,
  },
  {
    name: 'folds',
    files: ['projections/*/projection.ts'],
    tests: [
      'tests/projections/{read-models,blocked-dates,bookings,customers,history*,messages,messages-history}.test.ts',
    ],
  },
];
