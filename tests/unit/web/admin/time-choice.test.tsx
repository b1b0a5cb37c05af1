import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { StaffTimes } from '../../../../src/contracts/bookings/staff-times.ts';
import type { WhyNot } from '../../../../src/contracts/bookings/why-not.ts';
import type { Salon } from '../../../../src/contracts/salon/salon.ts';
import { outsideHoursText, TimeChoice } from '../../../../web/admin/bookings/times/time-choice.tsx';
import { othersText } from '../../../../web/admin/bookings/times/why-not.tsx';
import { SalonContext } from '../../../../web/salon/salon-context.ts';

const SALON = { time_zone: 'America/Los_Angeles' } as unknown as Salon;

const TIMES: StaffTimes = {
  date: '2026-12-04',
  blocked: false,
  closed: false,
  windows: [{ start_time: '09:00', end_time: '19:00' }],
  duration: 90,
  times: [
    { time: '4:30 PM', state: 'free' },
    { time: '5:00 PM', state: 'taken', free_minutes: 30 },
    { time: '5:30 PM', state: 'taken' },
  ],
};

const shown = (value: string, more: Partial<Parameters<typeof TimeChoice>[0]> = {}) =>
  renderToStaticMarkup(
    <SalonContext value={SALON}>
      <TimeChoice
        label="Time"
        times={TIMES}
        isReady
        notReady="Please select at least one service first."
        value={value}
        onChoose={() => {}}
        {...more}
      />
    </SalonContext>,
  ).replaceAll('&#x27;', "'");

describe('a time that can’t be had', () => {
  it('is too short for all that was chosen, and says by how much', () => {
    const html = shown('5:00 PM');
    expect(html).toContain('1h 30min doesn’t fit at 5:00 PM: only 30min are free. Please choose another.');
    expect(html).not.toContain('just taken');
    expect(html).toContain('5:00 PM · only 30min free');
  });

  it('was taken where something else begins at it or before', () => {
    const html = shown('5:30 PM');
    expect(html).toContain('That time was just taken. Please choose another.');
    expect(html).toContain('5:30 PM · taken');
    expect(shown('4:30 PM')).not.toContain('aria-invalid=');
  });
});

it('says who else could take a time that staff can’t have', () => {
  const reason = { code: 'taken', text: 'Taken.', staff_may: false, since: null } as const;
  const [ann, bea, cyd] = ['Ann', 'Bea', null].map((name, at) => ({ id: `id-${at}`, name }));
  const why = (reasons: WhyNot['reasons'], stylists?: WhyNot['stylists']): WhyNot => ({
    free: false,
    reasons,
    nearest: { before: null, after: null, later: [] },
    ...(stylists && { stylists }),
  });
  expect(
    othersText(
      why(
        [reason],
        [ann, bea, cyd].flatMap((one) => one ?? []),
      ),
    ),
  ).toBe('Ann, Bea or Former stylist could take it.');
  expect(othersText(why([reason], []))).toBeUndefined();
  expect(othersText(why([reason]))).toBeUndefined();
  expect(othersText(why([{ ...reason, staff_may: true }], ann && [ann]))).toBeUndefined();
});

it('offers the free times first', () => {
  const times = ['8:00 AM', '9:00 AM', '9:30 AM'].map((time, index) => ({
    time,
    state: index === 1 ? ('free' as const) : ('taken' as const),
  }));
  const html = shown('', { times: { ...TIMES, times } });
  expect(html.replaceAll(/.*?(<optgroup label="[^"]+">|<option value="[\d:]+ [AP]M")/g, '$1 ')).toMatch(
    /^<optgroup label="Free"> <option value="9:00 AM" <optgroup label="Other times"> <option value="8:00 AM" <option value="9:30 AM"/,
  );
  expect(shown('', { times: { ...TIMES, times: times.slice(1, 2) } })).not.toContain('Other times');
});

describe('why a time can’t be had', () => {
  const because = (code: 'taken' | 'outside-hours' | 'off-grid', staff_may: boolean): WhyNot => ({
    free: false,
    reasons: [{ code, text: `Because of ${code}.`, staff_may, since: null }],
    nearest: {
      before: { date: TIMES.date, time: '3:00 PM' },
      after: { date: '2026-12-05', time: '9:00 AM' },
      later: [],
    },
  });
  const told = (why: WhyNot, value = '5:30 PM', more = {}) =>
    shown(value, { why, onChooseNearest: () => {}, ...more });

  it('replaces the list’s words, is announced, and leads to the nearest times', () => {
    const html = told(because('taken', false));
    expect(html).toMatch(/<p id="([^"]+)" role="status"[^>]*>Because of taken\.<\/p>/);
    expect(html).toContain('aria-invalid="true"');
    expect(html).not.toContain('just taken');
    expect(html).toContain('<legend class="sr-only">Nearest free times</legend>');
    expect(html).toContain('>3:00 PM</button>');
    // A day of another year than this one is written with its year.
    expect(html).toMatch(/>(Sat, Dec 5|Dec 5, 2026) · 9:00 AM<\/button>/);
  });

  it('offers the three free times that are nearest, the nearest first', () => {
    const { date } = TIMES;
    const why: WhyNot = {
      ...because('taken', false),
      nearest: {
        before: { date: '2026-12-03', time: '6:00 PM' },
        after: { date, time: '6:00 PM' },
        later: [
          { date, time: '6:30 PM' },
          { date: '2026-12-05', time: '9:00 AM' },
        ],
      },
    };
    const offered = (html: string) => Array.from(html.matchAll(/>([^<>]+)<\/button>/g), ([, text]) => text);
    expect(offered(told(why))).toEqual(['6:00 PM', '6:30 PM', expect.stringMatching(/Dec 5.* · 9:00 AM$/)]);
    expect(offered(told({ ...why, nearest: { ...why.nearest, later: [] } }))).toEqual([
      '6:00 PM',
      expect.stringMatching(/Dec 3.* · 6:00 PM$/),
    ]);
  });

  it('comes after what the server has refused, and is only a warning where staff may', () => {
    expect(told(because('taken', false), '4:30 PM', { error: 'Refused.' })).toContain(
      'Refused. Because of taken.',
    );
    const late = { ...TIMES, times: [{ time: '7:00 PM', state: 'outside_hours' as const }] };
    const html = told(because('outside-hours', true), '7:00 PM', { times: late });
    expect(html).toContain('Because of outside-hours.');
    expect(html).not.toContain('after closing');
    expect(html).not.toContain('aria-invalid=');
  });

  it('tells staff nothing of limits that only visitors have', () => {
    const html = told(because('off-grid', true), '5:15 PM');
    expect(html).not.toContain('Because of');
    expect(html).not.toContain('Nearest');
  });

  it('may be that the date is blocked', () => {
    const blocked = { ...TIMES, blocked: true, times: [] };
    const why: WhyNot = {
      ...because('taken', false),
      reasons: [
        { code: 'blocked', text: 'The date is blocked: “Wedding”.', staff_may: false, since: null },
        { code: 'past', text: 'That time is already past.', staff_may: false, since: null },
      ],
    };
    const html = told(why, '', { times: blocked });
    expect(html).toContain('>The date is blocked: “Wedding”.</p>');
    expect(told({ ...why, reasons: [] }, '', { times: blocked })).toContain(
      'The salon is closed on that date. Please choose another.',
    );
  });
});

describe('a time outside opening hours', () => {
  it('is warned of by when the appointment ends, or begins, and stays a choice', () => {
    const late = { ...TIMES, duration: 240, times: [{ time: '7:00 PM', state: 'outside_hours' as const }] };
    expect(shown('7:00 PM', { times: late })).toContain('Ends at 11:00 PM, after closing at 7:00 PM.');
    const ends = { ...late, times: [{ time: '6:00 PM', state: 'outside_hours' as const }] };
    const html = shown('6:00 PM', { times: ends });
    expect(html).toContain('Ends at 10:00 PM, after closing at 7:00 PM.');
    expect(html).not.toContain('aria-invalid=');
  });

  it('says in the list whether it begins outside, or only ends after closing', () => {
    const times = ['8:30 AM', '6:00 PM', '7:00 PM'].map((time) => ({
      time,
      state: 'outside_hours' as const,
    }));
    const html = shown('', { times: { ...TIMES, times } });
    expect(html).toContain('8:30 AM · outside opening hours');
    expect(html).toContain('6:00 PM · ends after closing (7 PM)');
    expect(html).toContain('7:00 PM · outside opening hours');
  });

  it('may be before opening, or between two windows', () => {
    const windows = [
      { start: 540, end: 720 },
      { start: 780, end: 1140 },
    ];
    expect(outsideHoursText({ start: 480, end: 1200 }, windows)).toBe(
      'Begins at 8:00 AM, before opening at 9:00 AM. Ends at 8:00 PM, after closing at 7:00 PM.',
    );
    expect(outsideHoursText({ start: 690, end: 750 }, windows)).toBe('This is outside opening hours.');
  });
});

describe('a stretch that was marked for it', () => {
  it('is told until the length of the appointment is known, then how that differs', () => {
    const marked = (times: StaffTimes | undefined, minutes: number) =>
      shown('4:30 PM', { times, isReady: times !== undefined, selectedMinutes: minutes });
    expect(marked(undefined, 60)).toContain(
      'Marked 4:30 PM – 5:30 PM. Please select at least one service first.',
    );
    expect(marked(TIMES, 60)).toContain('Until 6:00 PM: 30min longer than marked.');
    expect(marked(TIMES, 120)).toContain('Until 6:00 PM: 30min shorter than marked.');
    expect(marked(TIMES, 90)).not.toContain('marked');
  });
});

it('is shown once it is chosen, before its day is known', () => {
  const html = shown('9:30 AM', { times: undefined, isReady: false });
  expect(html).toContain('<option value="9:30 AM" selected="">9:30 AM</option>');
  expect(html).toContain('Please select at least one service first.');
});
