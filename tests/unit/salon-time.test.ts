import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { formatInTimeZone } from 'date-fns-tz/formatInTimeZone';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatDate, formatLongDate } from '../../src/salon/date-text.ts';
import {
  addSalonDays,
  dayOfWeek,
  formatClock,
  formatDuration,
  formatTime,
  instantOf,
  isPast,
  isSalonDate,
  lastBookableDate,
  parseClock,
  parseTime,
  salonDate,
  salonDays,
  salonMinutes,
  startOfDay,
} from '../../src/salon/salon-time.ts';

const SALON = 'America/Los_Angeles';
const at = (date: string, minutes: number) => instantOf(date, minutes, SALON)?.toISOString() ?? null;

describe('instants of the salon', () => {
  it('follow standard and daylight time', () => {
    expect(at('2026-11-24', 600)).toBe('2026-11-24T18:00:00.000Z');
    expect(at('2026-07-01', 600)).toBe('2026-07-01T17:00:00.000Z');
  });

  it.each([
    ['2026-11-24', SALON, '2026-11-24T08:00:00.000Z'],
    ['2026-07-01', SALON, '2026-07-01T07:00:00.000Z'],
    // There the clocks go forward at midnight, from twelve to one.
    ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
  ])('begin a day with its first minute: %s in %s', (date, zone, instant) => {
    expect(startOfDay(date, zone).toISOString()).toBe(instant);
  });

  it('show the minute of the day', () => {
    expect(salonMinutes(new Date('2026-11-24T18:00:59Z'), SALON)).toBe(600);
    expect(salonMinutes(new Date('2026-11-24T07:59:59Z'), SALON)).toBe(1_439);
    expect(salonMinutes(new Date('2026-11-24T08:00:00Z'), SALON)).toBe(0);
  });

  it.each([
    ['2026-03-08', 119, '2026-03-08T09:59:00.000Z'],
    ['2026-03-08', 120, null],
    ['2026-03-08', 150, null],
    ['2026-03-08', 179, null],
    ['2026-03-08', 180, '2026-03-08T10:00:00.000Z'],
    ['2026-03-08', 540, '2026-03-08T16:00:00.000Z'],
  ])('skip the hour that the clocks skip in spring: %s at minute %i', (date, minutes, instant) => {
    expect(at(date, minutes)).toBe(instant);
  });

  it.each([
    ['2026-11-01', 59, '2026-11-01T07:59:00.000Z'],
    ['2026-11-01', 60, '2026-11-01T08:00:00.000Z'],
    ['2026-11-01', 90, '2026-11-01T08:30:00.000Z'],
    ['2026-11-01', 119, '2026-11-01T08:59:00.000Z'],
    ['2026-11-01', 120, '2026-11-01T10:00:00.000Z'],
    ['2026-11-01', 540, '2026-11-01T17:00:00.000Z'],
  ])(
    'take the first showing of the hour that repeats in autumn: %s at minute %i',
    (date, minutes, instant) => {
      expect(at(date, minutes)).toBe(instant);
    },
  );

  it('exist for every minute of an ordinary day, in order', () => {
    const minutes = Array.from({ length: 1440 }, (_, minute) =>
      instantOf('2026-11-24', minute, SALON)?.getTime(),
    );
    expect(minutes.every((instant, minute) => instant === (minutes[0] ?? 0) + minute * 60_000)).toBe(true);
  });

  it('lie in a day of 23 hours in spring and of 25 in autumn', () => {
    const hours = (from: string, to: string) =>
      ((instantOf(to, 0, SALON)?.getTime() ?? 0) - (instantOf(from, 0, SALON)?.getTime() ?? 0)) / 3_600_000;
    expect(hours('2026-03-08', '2026-03-09')).toBe(23);
    expect(hours('2026-11-01', '2026-11-02')).toBe(25);
    expect(hours('2026-11-24', '2026-11-25')).toBe(24);
  });
});

describe('a zone whose clocks change', () => {
  // date-fns-tz is right about every instant on a machine in UTC, whose own clock never changes.
  beforeAll(() => void vi.stubEnv('TZ', 'UTC'));
  afterAll(() => void vi.unstubAllEnvs());

  it.each([
    ['America/Los_Angeles', '2026-03-08', '2026-11-01'],
    ['Europe/London', '2026-03-29', '2026-10-25'],
    ['Africa/Cairo at midnight', '2026-04-24', '2026-10-30'],
    ['America/Santiago at midnight', '2026-09-06', '2026-04-05'],
    ['America/Nuuk before midnight', '2026-03-28', '2026-10-24'],
    ['Australia/Lord_Howe by half an hour', '2026-10-04', '2026-04-05'],
  ])('is understood around both changes: %s', (place, ...changes) => {
    const [zone = ''] = place.split(' ');
    for (const day of changes.flatMap((change) => [-1, 0, 1].map((days) => addSalonDays(change, days)))) {
      const noon = Date.parse(`${day}T12:00:00Z`);
      const shown = new Map<string, number>();
      for (let instant = noon + 40 * 3_600_000; instant >= noon - 40 * 3_600_000; instant -= 15 * 60_000) {
        const time = formatInTimeZone(instant, zone, 'yyyy-MM-dd HH:mm');
        shown.set(time, instant);
        expect(salonDate(new Date(instant), zone)).toBe(time.slice(0, 10));
      }
      for (let minute = 0; minute < 1_440; minute += 15) {
        const first = shown.get(`${day} ${formatClock(minute)}`) ?? null;
        expect([day, minute, instantOf(day, minute, zone)?.getTime() ?? null]).toEqual([day, minute, first]);
      }
    }
  });
});

describe('the salon’s day', () => {
  it.each([
    ['2026-11-24T07:59:59.999Z', '2026-11-23'],
    ['2026-11-24T08:00:00.000Z', '2026-11-24'],
    ['2026-07-01T06:59:59.999Z', '2026-06-30'],
    ['2026-07-01T07:00:00.000Z', '2026-07-01'],
    ['2026-03-08T10:00:00.000Z', '2026-03-08'],
    ['2026-11-02T07:59:59.999Z', '2026-11-01'],
  ])('at %s is %s', (instant, date) => {
    expect(salonDate(new Date(instant), SALON)).toBe(date);
  });

  it.each([
    ['2026-11-23', 1439, true],
    ['2026-11-24', 599, true],
    ['2026-11-24', 600, true],
    ['2026-11-24', 601, false],
    ['2026-11-25', 0, false],
  ])('tells at 10:00 whether %s minute %i is past: %s', (date, start, past) => {
    expect(isPast(date, start, new Date('2026-11-24T18:00:00Z'), SALON)).toBe(past);
  });

  it.each([
    ['2026-11-20', '2027-05-20'],
    ['2026-08-31', '2027-02-28'],
    ['2027-08-31', '2028-02-29'],
    ['2026-03-31', '2026-09-30'],
  ])('opens six calendar months from %s, to %s', (today, last) => {
    expect(lastBookableDate(today)).toBe(last);
  });
});

describe('calendar days', () => {
  it.each(['2026-11-24', '2028-02-29', '2026-03-08', '2026-11-01'])('%s exists', (date) => {
    expect(isSalonDate(date)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '2026-1-1',
    '26-11-24',
    '2026-11-24T00:00',
    '',
  ])('%j is none', (text) => {
    expect(isSalonDate(text)).toBe(false);
  });

  it('know their weekday, 0 for Sunday', () => {
    expect(['2026-11-22', '2026-11-24', '2026-11-28', '2026-03-08', '2026-11-01'].map(dayOfWeek)).toEqual([
      0, 2, 6, 0, 0,
    ]);
  });

  it('follow one another across months and both changes of the clocks, each once', () => {
    expect(salonDays('2026-10-30', '2026-11-03')).toEqual([
      '2026-10-30',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
      '2026-11-03',
    ]);
    expect(salonDays('2026-01-01', '2026-12-31')).toHaveLength(365);
    expect(addSalonDays('2026-03-09', -1)).toBe('2026-03-08');
    expect(salonDays('2026-11-24', '2026-11-23')).toEqual([]);
  });

  it('read as the site writes them', () => {
    expect(formatDate('2026-11-04')).toBe('Nov 04, 2026');
    expect(formatLongDate('2026-11-20')).toBe('Friday, November 20');
  });
});

describe('times', () => {
  it.each([
    [0, '12:00 AM'],
    [570, '9:30 AM'],
    [720, '12:00 PM'],
    [750, '12:30 PM'],
    [1260, '9:00 PM'],
    [1439, '11:59 PM'],
  ])('minute %i reads %s and back', (minutes, text) => {
    expect(formatTime(minutes)).toBe(text);
    expect(parseTime(text)).toBe(minutes);
  });

  it('may be typed with a leading zero', () => {
    expect(parseTime('09:30 AM')).toBe(570);
  });

  it.each(['9:30', '9:30 am', '13:00 PM', '0:30 AM', '9:60 AM', '9:3 AM', ' 9:30 AM', '9:30AM'])(
    '%j is none',
    (text) => {
      expect(parseTime(text)).toBeNull();
    },
  );

  it('are 24-hour in the schedule', () => {
    expect(parseClock('09:00')).toBe(540);
    expect(formatClock(1260)).toBe('21:00');
    expect(parseClock('24:00')).toBe(1440);
    expect(['24:01', '9:00', '09:60', '9:00 AM'].map(parseClock)).toEqual([null, null, null, null]);
  });

  // Spec: 9.duration-text
  it.each([
    [150, '2h 30min'],
    [120, '2h'],
    [45, '45min'],
    [0, '0min'],
  ])('%i minutes last %s', (minutes, text) => {
    expect(formatDuration(minutes)).toBe(text);
  });
});

describe('a machine or browser in another zone', () => {
  const SAME = fileURLToPath(new URL('../support/salon/salon-time-elsewhere.ts', import.meta.url));
  const answersIn = (zone: string) => {
    const { stdout, stderr } = spawnSync(process.execPath, [SAME], {
      env: { ...process.env, TZ: zone },
      encoding: 'utf8',
    });
    expect(stderr.replace(/^.*Warning.*$/gm, '').trim()).toBe('');
    const [actual, ...answers] = stdout.trim().split('\n');
    return { actual, answers };
  };
  const { actual: at, answers: atHome } = answersIn(SALON);

  it('starts from answers worth comparing', () => {
    expect(at).toBe(SALON);
    expect(atHome).toHaveLength(730);
  });

  it.each(['Pacific/Auckland', 'Asia/Kolkata', 'UTC', 'America/New_York', 'America/Santiago'])(
    'says the same in %s',
    (zone) => {
      const { actual, answers } = answersIn(zone);
      expect(actual).toBe(zone);
      expect(answers).toEqual(atHome);
    },
  );
});
