import { describe, expect, it } from 'vitest';
import { settingsDecider } from '../../../src/features/settings/decider.ts';
import type { SalonEvent, SettingsEvent } from '../../../src/features/settings/events.ts';
import { specOf } from '../../support/log/decider-spec.ts';
import { SECTIONS_OF_FILE as ofFile } from '../../support/salon/sections-of-file.ts';

const { given } = specOf(settingsDecider);

const { salon, booking } = ofFile;
const named = (name: string, more: object = {}): SettingsEvent => ({
  type: 'SettingsChanged',
  data: { section: 'salon', settings: { ...salon, name }, ...more },
});
const change = (changes: Partial<typeof salon>, hasBookings = false) =>
  ({ section: 'salon', ofFile: salon, changes, hasBookings }) as const;

describe('settings', () => {
  it('are recorded as a whole section, the first time with what the file said', () => {
    given()
      .when(change({ name: 'Maison' }))
      .thenRecords(named('Maison', { before: salon }));
    given(named('Maison', { before: salon }))
      .when(change({ name: 'Atelier' }))
      .thenRecords(named('Atelier'));
  });

  it('keep what a change leaves out, whoever saved it', () => {
    given(named('Maison', { before: salon }))
      .when(change({ tagline: 'Hair, and nothing else' }))
      .thenRecords({
        type: 'SettingsChanged',
        data: { section: 'salon', settings: { ...salon, name: 'Maison', tagline: 'Hair, and nothing else' } },
      });
  });

  it('forget a part of the front page that an earlier release has recorded', () => {
    const place = {
      heading: 'Come in',
      text: 'Nobody hurries.',
      pictures: [{ picture: 'chair' as const, alt: 'Drawn chair' }],
    };
    const front = ofFile['front-page'];
    given({ type: 'SettingsChanged', data: { section: 'front-page', settings: { ...front, place } } })
      .when({
        section: 'front-page',
        ofFile: front as never,
        changes: { headline: 'Hair' } as never,
        hasBookings: false,
      })
      .thenRecords({
        type: 'SettingsChanged',
        data: { section: 'front-page', settings: { ...front, headline: 'Hair' } },
      });
  });

  it('are not recorded when nothing is different', () => {
    given()
      .when(change({ name: salon.name }))
      .thenChangesNothing();
    given(named('Maison'))
      .when(change({ name: 'Maison' }))
      .thenChangesNothing();
  });

  it('that came later are as the file says, and the first change brings along what was there before', () => {
    const { start_every_minutes, last_start_offered, notice_minutes, staff_any_five_minutes, ...earlier } =
      booking;
    const saved = { ...earlier, private_link_days: 14 } as typeof booking;
    const before = { ...booking, private_link_days: 14 };
    const recorded = (settings: typeof booking, more: object = {}): SettingsEvent => ({
      type: 'SettingsChanged',
      data: { section: 'booking', settings, ...more },
    });
    const grid = { start_every_minutes: 15 } as const;
    given(recorded(saved))
      .when({ section: 'booking', ofFile: booking, changes: { start_every_minutes: 30 }, hasBookings: true })
      .thenChangesNothing();
    given(recorded(saved))
      .when({ section: 'booking', ofFile: booking, changes: grid, hasBookings: true })
      .thenRecords(recorded({ ...before, ...grid }, { before }));
    given(recorded({ ...before, ...grid }, { before }))
      .when({ section: 'booking', ofFile: booking, changes: { notice_minutes: 60 }, hasBookings: true })
      .thenRecords(recorded({ ...before, ...grid, notice_minutes: 60 }));
  });

  it('leave the other sections as they are', () => {
    const cutoff = { ...booking, self_service_cutoff_hours: 12 };
    const { state } = given(named('Maison'), {
      type: 'SettingsChanged',
      data: { section: 'booking', settings: cutoff },
    });
    expect(state).toEqual({ salon: { ...salon, name: 'Maison' }, booking: cutoff });
  });

  it('stay as they are when a picture is chosen', () => {
    const chosen: SalonEvent = {
      type: 'PictureChosen',
      data: { use: 'share', picture: 'a'.repeat(32), alt: 'Waves' },
    };
    expect(given(named('Maison'), chosen).state).toEqual({ salon: { ...salon, name: 'Maison' } });
    given(named('Maison'), chosen)
      .when(change({ name: 'Maison' }))
      .thenChangesNothing();
  });

  it('change the time zone only while there is no appointment', () => {
    const elsewhere = { ...salon, time_zone: 'Europe/Berlin' };
    given()
      .when(change({ time_zone: 'Europe/Berlin' }))
      .thenRecords({
        type: 'SettingsChanged',
        data: { section: 'salon', settings: elsewhere, before: salon },
      });
    given()
      .when(change({ time_zone: 'Europe/Berlin' }, true))
      .thenRefuses('time-zone-fixed');
    given()
      .when(change({ time_zone: salon.time_zone, name: 'Maison' }, true))
      .thenRecords(named('Maison', { before: salon }));
  });
});
