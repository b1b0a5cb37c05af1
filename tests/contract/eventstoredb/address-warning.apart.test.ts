import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';

it('leaves out the one warning of TLS to an address, once, and no other', async () => {
  const codes: unknown[] = [];
  const note = (warning: Error) => codes.push(Reflect.get(warning, 'code'));
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const warn = async (code: string) => {
    process.emitWarning('as Node says it', 'DeprecationWarning', code);
    await nextTurn();
  };

  await eventStoreDb({ url: 'esdb://127.0.0.1:1?tls=false' }).close();
  await warn('DEP0123');
  expect(codes).toEqual(['DEP0123']);

  await eventStoreDb({ url: 'esdb://admin:changeit@127.0.0.1:1?tls=true' }).close();
  await warn('DEP0001');
  await warn('DEP0123');
  await warn('DEP0123');
  expect(codes).toEqual(['DEP0123', 'DEP0001', 'DEP0123']);
});
