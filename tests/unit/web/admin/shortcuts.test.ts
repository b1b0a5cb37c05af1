import { describe, expect, it } from 'vitest';
import { keyReader } from '../../../../web/admin/ui/shortcuts/shortcuts.ts';

function givenKeys(...sequences: string[]) {
  const done: string[] = [];
  let time = 0;
  const shortcuts = sequences.map((keys) => ({
    keys: keys.split(' '),
    label: keys,
    run: () => done.push(keys),
  }));
  const read = keyReader(
    () => shortcuts,
    () => time,
  );
  return {
    done,
    press: (...keys: string[]) => keys.map(read),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

describe('shortcuts', () => {
  it('are one key, or one after another', () => {
    const { press, done } = givenKeys('c', 'g c', 'g d');
    expect(press('c', 'g', 'd', 'g', 'c', 'x')).toEqual([true, true, true, true, true, false]);
    expect(done).toEqual(['c', 'g d', 'g c']);
  });

  it('forget the first key after a while', () => {
    const { press, wait, done } = givenKeys('c', 'g c');
    press('g');
    wait(1_300);
    press('c');
    expect(done).toEqual(['c']);
  });

  it('begin anew with a key that does not go on', () => {
    const { press, done } = givenKeys('g d', 'c', '?');
    press('g', '?', 'g', 'g', 'd');
    expect(done).toEqual(['?', 'g d']);
  });
});
