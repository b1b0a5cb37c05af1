import { expect, it } from 'vitest';
import { followersOf } from '../../../../web/admin/bookings/late/followers.ts';

const visit = (id: string, appointment_time: string, duration = 60, status = 'confirmed' as const) => ({
  id,
  status,
  appointment_time,
  duration,
});

it('names those who have to wait when a visit ends late, one after the other, as far as the delay reaches', () => {
  const ann = visit('ann', '10:00 AM');
  const day = [
    visit('early', '9:00 AM'),
    ann,
    visit('ben', '11:00 AM', 30),
    visit('cleo', '11:40 AM', 20),
    visit('dan', '1:00 PM'),
  ];
  const names = (minutes: number) =>
    followersOf(ann, day, minutes).map(({ booking, minutes }) => `${booking.id} ${minutes}`);
  expect(names(4)).toEqual(['ben 5']);
  expect(names(15)).toEqual(['ben 15', 'cleo 5']);
  expect(names(90)).toEqual(['ben 90', 'cleo 80', 'dan 20']);
  const inGap = [visit('color', '11:00 AM', 120), visit('cut', '11:45 AM', 30)];
  expect(followersOf(ann, inGap, 10).map(({ minutes }) => minutes)).toEqual([10, 10]);
  expect(followersOf(ann, [ann, { ...visit('gone', '11:00 AM'), status: 'completed' as const }], 30)).toEqual(
    [],
  );
});

it('lets nobody wait for another stylist', () => {
  const by = (id: string, appointment_time: string) => ({
    ...visit(id, appointment_time),
    stylist: { id, name: id },
  });
  const day = [by('ann', '10:00 AM'), by('bea', '11:00 AM')];
  expect(day.map((late) => followersOf(late, day, 90).length)).toEqual([0, 0]);
});
