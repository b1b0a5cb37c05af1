import { expect, it } from 'vitest';
import { createGestureStore } from '../../../../web/admin/calendar/grid/gesture-store.ts';
import { columnsOf } from '../../../../web/admin/calendar/plan/columns.ts';
import { calendarOf } from '../../../e2e/support/fixtures/calendar-fixtures.ts';

const ann = { id: 'first', kind: 'stylist', name: 'Ann', order: 0 };
const cleo = { id: 'cleo', kind: 'stylist', name: 'Cleo', order: 1, is_inactive: true } as const;

it('takes nothing into the column of a former stylist, whose own appointments may go to others', () => {
  const { days } = calendarOf('2026-11-20', '2026-11-20');
  const [day] = days;
  const [booking] = day?.bookings ?? [];
  if (!day || !booking) throw new Error('nothing to move');
  const ofAnn = { ...booking, stylist: ann };
  const ofCleo = { ...booking, stylist: cleo, parts: [] };
  const columns = columnsOf({
    resources: [ann, cleo],
    days: [{ ...day, hours: [], blocks: [], bookings: [ofCleo] }],
  });
  const scene = { columns, shown: { start: 480, end: 1320 }, now: { date: '2026-11-19', minute: 600 } };
  const { verdictAt } = createGestureStore(scene, () => ({ onDrop() {}, onRefused() {} }));
  const [annAt, cleoAt] = [0, 1].map((column) => ({ column, start: 900, end: 990 }));
  if (!annAt || !cleoAt) throw new Error('two slots');
  expect(verdictAt({ kind: 'create', anchor: { column: 1, minute: 900 } }, cleoAt)).toBe('former');
  expect(verdictAt({ kind: 'move', booking: ofAnn, from: annAt, grab: 0 }, cleoAt)).toBe('former');
  expect(verdictAt({ kind: 'move', booking: ofCleo, from: cleoAt, grab: 0 }, annAt)).toBe('outside-hours');
  expect(verdictAt({ kind: 'move', booking: ofCleo, from: cleoAt, grab: 0 }, cleoAt)).toBe('outside-hours');
});
