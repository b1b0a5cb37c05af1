import { expect, it } from 'vitest';
import { problemsOf } from '../../src/contracts/operation-rules.ts';
import { listSecrets, renameSecret } from '../support/server/made-up-operations.ts';

it('derives the problems that follow from the kind of an operation', () => {
  expect(problemsOf(listSecrets)).toEqual([
    'sign-in-required',
    'second-factor-required',
    'stronger-password-required',
    'forbidden',
  ]);
  expect(problemsOf(renameSecret)).toEqual([
    'validation-failed',
    'malformed-body',
    'payload-too-large',
    'unsupported-media-type',
    'sign-in-required',
    'second-factor-required',
    'stronger-password-required',
    'forbidden',
    'api-key-invalid',
    'not-for-this-key',
    'too-many-requests',
    'idempotency-key-reused',
    'stale',
    'unavailable',
    'unreadable-record',
  ]);
});
