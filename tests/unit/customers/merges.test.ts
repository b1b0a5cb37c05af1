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
  it('merges into whoever stands for the other', () => {
    given()
      .when(merge(FIRST, ANN, ANNE))
      .thenRecords(merged(FIRST, ANN, ANNE));
    given(merged(FIRST, ANN, ANNE))
      .when(merge(SECOND, BOB, ANN))
      .thenRecords(merged(SECOND, BOB, ANNE));
  });

  it('refuses one who is merged already, so that a split can restore what was', () => {
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

it('tells whose cards a command has changed, and whom they were merged into', () => {
  const history = [merged(FIRST, ANN, ANNE), split(FIRST), merged(SECOND, BOB, ANNE), erased(ANNE, BOB)];
  expect(toldOf(mergesDecider, history).results).toEqual([
    { customerIds: [ANN], into: ANNE },
    { customerIds: [ANN], into: null },
    { customerIds: [BOB], into: ANNE },
    { customerIds: [ANNE, BOB], into: null },
  ]);
});
