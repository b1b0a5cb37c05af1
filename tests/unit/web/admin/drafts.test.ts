import type { User } from '@supabase/auth-js';
import { beforeEach, expect, it } from 'vitest';
import { dropDraft, keepDraft, keptDraft } from '../../../../web/admin/ui/drafts/drafts.ts';
import { setSession } from '../../../../web/session/store.ts';

const FORM = 'a form';
const signIn = (id: string) => setSession({ status: 'signed-in', user: { id } as User });
const endSession = () => setSession({ status: 'signed-out', hasEnded: true });

beforeEach(() => {
  setSession({ status: 'signed-out' });
  signIn('ada');
});

it('keeps what was entered for the same person, until the form has it again', () => {
  endSession();
  keepDraft(FORM, 'typed');
  signIn('ada');
  expect(keptDraft(FORM)).toBe('typed');
  expect(keptDraft('another form')).toBeUndefined();
  dropDraft(FORM);
  expect(keptDraft(FORM)).toBeUndefined();
});

it('keeps it while a second factor is asked for', () => {
  setSession({ status: 'code-needed', user: { id: 'ada' } as User });
  keepDraft(FORM, 'typed');
  signIn('ada');
  expect(keptDraft(FORM)).toBe('typed');
});

it('shows it to nobody else, who leaves nothing of it for later either', () => {
  endSession();
  keepDraft(FORM, 'typed');
  signIn('bea');
  expect(keptDraft(FORM)).toBeUndefined();
  endSession();
  signIn('ada');
  expect(keptDraft(FORM)).toBeUndefined();
});

it('forgets it with a sign-out', () => {
  endSession();
  keepDraft(FORM, 'typed');
  setSession({ status: 'signed-out', hasEnded: false });
  signIn('ada');
  expect(keptDraft(FORM)).toBeUndefined();
});
