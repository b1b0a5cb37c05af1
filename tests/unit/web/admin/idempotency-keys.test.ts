import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import { type CommandAnswer, underKey } from '../../../../web/admin/data/command.ts';
import { ApiError, NetworkError } from '../../../../web/api.ts';

const at = (position: number) => String(position).padStart(32, '0');

const problem = (code: keyof typeof PROBLEMS, affected?: ApiError['affected']) =>
  new ApiError({ type: '', title: '', code, affected, ...PROBLEMS[code] });

/** Sends one request after the other, each of which ends as given. Returns the keys, the same ones by the same number. */
async function keysOf(sent: readonly (readonly [request: string, outcome: CommandAnswer | Error])[]) {
  const open = new Map<string, string>();
  const keys: string[] = [];
  for (const [request, outcome] of sent) {
    const answer = underKey(open, request, async (key) => {
      keys.push(key);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    if (outcome instanceof Error) await expect(answer).rejects.toBe(outcome);
    else expect(await answer).toBe(outcome);
  }
  return keys.map((key) => keys.indexOf(key));
}

const done = { position: at(1) };

describe('the key of a request', () => {
  it('stays when there was no answer, and is another one for another request', async () => {
    const lost = new NetworkError('timeout');
    expect(
      await keysOf([
        ['50', lost],
        ['60', lost],
        ['50', lost],
        ['50', done],
      ]),
    ).toEqual([0, 1, 0, 0]);
  });

  it('is another one after a success or a refusal', async () => {
    expect(
      await keysOf([
        ['50', done],
        ['50', problem('stale')],
        ['50', done],
      ]),
    ).toEqual([0, 1, 2]);
  });

  it('stays while some days are refused, so that sent again it does the rest', async () => {
    const code = 'appointments-on-date';
    const day = { date: '2026-12-24', version: 1, position: at(1) };
    const refused = { date: '2026-12-25', code, detail: 'There are appointments.' };
    expect(
      await keysOf([
        ['days', { position: at(1), days: [day, refused] }],
        ['days', problem(code, { total: 1, appointments: [] })],
        ['days', { position: at(2), days: [day] }],
        ['days', done],
      ]),
    ).toEqual([0, 0, 0, 3]);
  });
});
