import { describe, expect, it } from 'vitest';
import { createProjectionWait } from '../../src/http/operation/projected.ts';

describe('waiting for read models', () => {
  const at = (reached: string, head: string) => {
    const asked: (string | undefined)[] = [];
    const wait = createProjectionWait({
      reached: async (_name, after) => {
        asked.push(after);
        return after ?? reached;
      },
      head: async () => head,
    });
    return { wait, asked };
  };
  const MODEL = [{ name: 'hours' }];
  const HERE = '203.0.113.1';

  it('waits for a position that is in the log', async () => {
    const { wait, asked } = at('1', '3');
    expect(await wait(MODEL, '2', HERE)).toEqual(['2']);
    expect(asked).toEqual([undefined, '2']);
  });

  it('waits for nothing beyond the end of the log, and for nothing that is reached', async () => {
    const beyond = at('1', '3');
    expect(await beyond.wait(MODEL, '4', HERE)).toEqual(['1']);
    expect(beyond.asked).toEqual([undefined]);
    const reached = at('3', '3');
    expect(await reached.wait(MODEL, '2', HERE)).toEqual(['3']);
    expect(reached.asked).toEqual([undefined]);
  });

  it('asks for the end of the log again, when the first answer was older than the position', async () => {
    const heads = ['1', '5'];
    const wait = createProjectionWait({
      reached: async (_name, after) => after ?? '1',
      head: async () => heads.shift() ?? '5',
    });
    expect(await wait(MODEL, '4', HERE)).toEqual(['4']);
  });

  it('lets only so many wait, in all and from one address, and answers the others at once', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<string>();
    const wait = createProjectionWait(
      { reached: async (_name, after) => (after === undefined ? '1' : arrived), head: async () => '3' },
      { most: 3, mostForOne: 2 },
    );
    const from = (address: string) => wait(MODEL, '2', address);
    const [first, second] = [from('a'), from('a')];
    expect(await from('a')).toEqual(['1']);
    const third = from('b');
    expect(await from('c')).toEqual(['1']);
    arrive('2');
    expect(await Promise.all([first, second, third])).toEqual([['2'], ['2'], ['2']]);
    expect(await from('a')).toEqual(['2']);
  });
});
