import { describe, expect, it } from 'vitest';
import type { MergesEvent } from '../../../src/features/customers/events.ts';
import { type MergesCommand, mergesDecider, treeOf } from '../../../src/features/customers/merges/decider.ts';
import { specOf, toldOf } from '../../support/log/decider-spec.ts';

const { given } = specOf(mergesDecider);

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const [ANN, ANNE, ANNA, BOB] = [id(1), id(2), id(3), id(4)];
const [FIRST, SECOND] = [id(11), id(12)];
const merged = (mergeId: string, from: string, into: string): MergesEvent => ({
  type: 'CustomersMerged',
  data: { mergeId, from, into },
});
const split = (mergeId: string): MergesEvent => ({ type: 'CustomersSplit', data: { mergeId } });
const erased = (...customerIds: string[]): MergesEvent => ({
  type: 'CustomersErased',
  data: { customerIds },
});
const merge = (mergeId: string, from: string, into: string): MergesCommand => ({
  kind: 'MergeCustomers',
  mergeId,
  from,
  into,
});
const takeBack = (mergeId: string, customerId: string): MergesCommand => ({
  kind: 'SplitCustomers',
  mergeId,
  customerId,
});
const erase = (customerId: string): MergesCommand => ({ kind: 'EraseCustomers', customerId });

describe('merging', () => {
  it('merges into the customer that stands for the other', () => {
    given()
      .when(merge(FIRST, ANN, ANNE))
      .thenRecords(merged(FIRST, ANN, ANNE));
    given(merged(FIRST, ANN, ANNE))
      .when(merge(SECOND, BOB, ANN))
      .thenRecords(merged(SECOND, BOB, ANNE));
  });

  it('refuses a customer who is merged already, so that a split can restore the state before', () => {
    given(merged(FIRST, ANN, ANNE))
      .when(merge(SECOND, ANN, BOB))
      .thenRefuses('already-merged');
  });

  it.each([
    ['with themselves', [], ANN, ANN],
    ['with one whom they stand for: no circle', [merged(FIRST, ANN, ANNE)], ANNE, ANN],
    ['with one whom they are merged into', [merged(FIRST, ANN, ANNE)], ANN, ANNE],
    ['through others', [merged(FIRST, ANN, ANNE), merged(SECOND, ANNE, ANNA)], ANNA, ANN],
  ] as const)('refuses to merge somebody %s', (_, history, from, into) => {
    given(...history)
      .when(merge(id(13), from, into))
      .thenRefuses('same-customer');
  });

  it('refuses the erased, on either side', () => {
    given(erased(ANN))
      .when(merge(FIRST, ANN, BOB))
      .thenRefuses('customer-not-found');
    given(erased(ANN))
      .when(merge(FIRST, BOB, ANN))
      .thenRefuses('customer-not-found');
    given(merged(FIRST, ANN, ANNE), erased(ANNE, ANN))
      .when(merge(SECOND, BOB, ANN))
      .thenRefuses('customer-not-found');
  });
});

describe('splitting', () => {
  const both = [merged(FIRST, ANN, ANNE), merged(SECOND, ANNE, ANNA)];

  it('takes one merge back, seen from any of the tree, and leaves the others', () => {
    for (const customerId of [ANN, ANNE, ANNA])
      given(...both)
        .when(takeBack(FIRST, customerId))
        .thenRecords(split(FIRST));
    const { state } = given(...both, split(SECOND));
    expect([treeOf(state, ANN), treeOf(state, ANNA)]).toEqual([[ANNE, ANN], [ANNA]]);
  });

  it('makes the same merge possible again', () => {
    given(merged(FIRST, ANN, ANNE), split(FIRST))
      .when(merge(SECOND, ANNE, ANN))
      .thenRecords(merged(SECOND, ANNE, ANN));
  });

  it('refuses a merge that does not stand, or is not about this customer', () => {
    given().when(takeBack(FIRST, ANN)).thenRefuses('not-merged');
    given(...both, split(FIRST))
      .when(takeBack(FIRST, ANN))
      .thenRefuses('not-merged');
    given(...both, split(FIRST), merged(id(13), ANN, BOB))
      .when(takeBack(FIRST, ANN))
      .thenRefuses('not-merged');
    given(...both)
      .when(takeBack(FIRST, BOB))
      .thenRefuses('not-merged');
  });

  it('refuses the erased', () => {
    given(...both, erased(ANNA, ANNE, ANN))
      .when(takeBack(FIRST, ANN))
      .thenRefuses('customer-not-found');
  });

  it('refuses to fold what could not have been written', () => {
    expect(() => given(split(FIRST))).toThrow(/does not stand/);
    const mergedAnew = [merged(FIRST, ANN, ANNE), split(FIRST), merged(SECOND, ANN, ANNE)];
    expect(() => given(...mergedAnew, split(FIRST))).toThrow(/does not stand/);
    expect(() => given(...both, merged(id(13), ANN, BOB))).toThrow(/one other at most/);
  });
});

describe('erasing', () => {
  it('names everybody of the tree, whoever is asked for', () => {
    const history = [merged(FIRST, ANN, ANNE), merged(SECOND, BOB, ANNE)];
    for (const customerId of [ANN, ANNE, BOB])
      given(...history)
        .when(erase(customerId))
        .thenRecords(erased(ANNE, ANN, BOB));
    given(...history)
      .when(erase(ANNA))
      .thenRecords(erased(ANNA));
  });

  it('happens once', () => {
    given(erased(ANN)).when(erase(ANN)).thenRefuses('customer-not-found');
  });
});

describe('importing', () => {
  const [IMPORT, OTHER] = [id(21), id(22)];
  const started = (importId = IMPORT): MergesEvent => ({
    type: 'ImportStarted',
    data: { importId, rows: 2 },
  });
  const counts = { imported: 1, skipped: 1, refused: 0 };
  const finished: MergesEvent = { type: 'ImportFinished', data: { importId: IMPORT, ...counts } };
  const undone: MergesEvent = { type: 'ImportUndone', data: { importId: IMPORT } };
  const closed = (...kept: string[]): MergesEvent => ({
    type: 'ImportUndoClosed',
    data: { importId: IMPORT, kept },
  });
  const start = (importId = IMPORT): MergesCommand => ({
    kind: 'StartImport',
    importId,
    rows: 2,
  });
  const finish: MergesCommand = { kind: 'FinishImport', importId: IMPORT, counts };
  const undo: MergesCommand = { kind: 'UndoImport', importId: IMPORT };

  it('is one at a time', () => {
    given().when(start()).thenRecords(started());
    given(started()).when(start(OTHER)).thenRefuses('import-running');
    given(started(), finished).when(start(OTHER)).thenRecords(started(OTHER));
    given(started(), undone).when(start(OTHER)).thenRecords(started(OTHER));
  });

  it('is finished once, and not after it was undone', () => {
    given(started()).when(finish).thenRecords(finished);
    given(started(), finished).when(finish).thenChangesNothing();
    given(started(), undone).when(finish).thenChangesNothing();
  });

  it('is undone once, open or finished', () => {
    given(started()).when(undo).thenRecords(undone);
    given(started(), finished).when(undo).thenRecords(undone);
    given(started(), undone).when(undo).thenRefuses('not-undoable');
    given(started(), finished, undone, closed()).when(undo).thenRefuses('not-undoable');
    given().when(undo).thenRefuses('not-found');
  });

  const eraseBeside = (safeFrom: string): MergesCommand => ({
    kind: 'EraseCustomers',
    customerId: ANN,
    safeFrom,
  });

  it('lets staff erase nobody while it is open whom its file could bring back', () => {
    given(started()).when(erase(ANN)).thenRefuses('import-may-hold');
    given(started(), finished).when(erase(ANN)).thenRecords(erased(ANN));
    given(started()).when(eraseBeside(IMPORT)).thenRecords(erased(ANN));
    given(started()).when(eraseBeside(OTHER)).thenRefuses('import-may-hold');
    given(started(), undone).when(erase(ANN)).thenRecords(erased(ANN));
  });

  it('does not hinder a restore, after which its rows are gone', () => {
    given(started())
      .when({ kind: 'EraseCustomers', customerId: ANN, afterRestore: true })
      .thenRecords(erased(ANN));
  });

  it.each([
    ['from', ANN, BOB, ANN],
    ['into', BOB, ANN, ANN],
    ['into through another', BOB, ANNA, ANN],
  ] as const)(
    'lets nobody whom its undo takes away be merged %s, unless they are kept',
    (_, from, into, of) => {
      const importOf = new Map([[of, IMPORT]]);
      const command: MergesCommand = { kind: 'MergeCustomers', mergeId: FIRST, from, into, importOf };
      const before = into === ANNA ? [merged(SECOND, ANNA, ANN), started(), finished] : [started(), finished];
      const becomes = merged(FIRST, from, into === ANNA ? ANN : into);
      given(...before)
        .when(command)
        .thenRecords(becomes);
      given(...before, undone)
        .when(command)
        .thenRefuses('customer-not-found');
      given(...before, undone, closed())
        .when(command)
        .thenRefuses('customer-not-found');
      given(...before, undone, closed(of))
        .when(command)
        .thenRecords(becomes);
    },
  );

  it('refuses to fold what could not have been written', () => {
    expect(() => given(started(), started(OTHER))).toThrow(/while another one was open/);
  });
});

it('tells whose cards a command has changed, and whom they were merged into', () => {
  const history = [merged(FIRST, ANN, ANNE), split(FIRST), merged(SECOND, BOB, ANNE), erased(ANNE, BOB)];
  expect(toldOf(mergesDecider, history).results).toEqual([
    { customerIds: [ANN], into: ANNE },
    { customerIds: [ANN], into: null },
    { customerIds: [BOB], into: ANNE },
    { customerIds: [ANNE, BOB], into: null },
  ]);
});
