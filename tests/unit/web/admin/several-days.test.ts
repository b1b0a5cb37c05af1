import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../../src/contracts/problem.ts';
import { defineCommand } from '../../../../web/admin/data/command.ts';
import { ServerState } from '../../../../web/admin/data/server-state.ts';
import type { Topic } from '../../../../web/admin/data/topics.ts';
import { ApiError } from '../../../../web/api.ts';

const at = (position: number) => String(position).padStart(32, '0');

describe('a command about several days', () => {
  it('keeps its key while some of them are refused, so that sent again it does the rest', async () => {
    const state = new ServerState((request) => request('token'));
    const keys: string[] = [];
    const done = { date: '2026-12-24', version: 1, position: at(1) };
    const refused = { date: '2026-12-25', code: 'appointments-on-date', detail: 'There are appointments.' };
    const blockDays = defineCommand({
      name: 'block-days',
      thing: (_: { until: string }): Topic => 'day',
      send: async (_, { idempotencyKey }) => {
        keys.push(idempotencyKey);
        return { position: at(keys.length), days: keys.length === 1 ? [done, refused] : [done] };
      },
    });
    for (const until of ['2026-12-25', '2026-12-25', '2026-12-25']) await state.run(blockDays, { until });
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('keeps its key also while staff are asked about appointments, so that nothing is done twice', async () => {
    const state = new ServerState((request) => request('token'));
    const keys: string[] = [];
    const affected = { total: 1, appointments: [] };
    const code = 'appointments-on-date';
    const asked = new ApiError({ type: '', title: '', code, affected, ...PROBLEMS[code] });
    const answers = [
      { position: at(1), days: [{ date: '2026-12-25', code, detail: '' }] },
      asked,
      { position: at(2), days: [] },
      { position: at(3), days: [] },
    ];
    const blockDays = defineCommand({
      name: 'block-days',
      thing: (_: { acknowledged?: 'true' }): Topic => 'day',
      send: async (_, { idempotencyKey }) => {
        const answer = answers[keys.length];
        keys.push(idempotencyKey);
        if (!answer || answer instanceof ApiError) throw answer;
        return answer;
      },
    });
    await state.run(blockDays, {});
    await expect(state.run(blockDays, {})).rejects.toBe(asked);
    await state.run(blockDays, { acknowledged: 'true' });
    expect(new Set(keys).size).toBe(1);
    await state.run(blockDays, {});
    expect(keys[3]).not.toBe(keys[0]);
  });
});
