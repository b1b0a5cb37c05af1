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

  it('waits for a position that is in the log', async () => {
    const { wait, asked } = at('1', '3');
    expect(await wait(MODEL, '2')).toEqual(['2']);
    expect(asked).toEqual([undefined, '2']);
  });

  it('waits for nothing beyond the end of the log, and for nothing that is reached', async () => {
    const beyond = at('1', '3');
    expect(await beyond.wait(MODEL, '4')).toEqual(['1']);
    expect(beyond.asked).toEqual([undefined]);
    const reached = at('3', '3');
    expect(await reached.wait(MODEL, '2')).toEqual(['3']);
    expect(reached.asked).toEqual([undefined]);
  });

  it('asks for the end of the log again, when the first answer was older than the position', async () => {
    const heads = ['1', '5'];
    const wait = createProjectionWait({
      reached: async (_name, after) => after ?? '1',
      head: async () => heads.shift() ?? '5',
    });
    expect(await wait(MODEL, '4')).toEqual(['4']);
  });
});
