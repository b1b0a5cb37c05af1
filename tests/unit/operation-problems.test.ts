import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.ts';
import { problemsOf } from '../../src/contracts/operation-rules.ts';

const listSecrets = defineOperation({
  method: 'get',
  path: '/api/secrets',
  summary: 'Made up for these tests',
  caller: 'admin',
  answer: { status: 200, body: z.object({ secrets: z.array(z.string()) }) },
});

const renameSecret = defineOperation({
  method: 'patch',
  path: '/api/secrets/{id}',
  summary: 'Made up for these tests',
  caller: 'admin',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  answer: { status: 204 },
  command: 'rename-secret',
});

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
    'idempotency-key-reused',
    'stale',
    'unavailable',
    'unreadable-record',
  ]);
});
