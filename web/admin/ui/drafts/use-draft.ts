import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { dropDraft, isSessionOver, keepDraft, keptDraft } from './drafts.ts';

/**
 * `useState` for what is entered into a form: when the session ends in between, the same form has it again once the same person has
 * signed in again.
 *
 * @param name tells the form from others, and what it is about
 */
export function useDraft<Value>(name: string, begun: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState(() => (keptDraft(name) as Value | undefined) ?? begun);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    dropDraft(name);
    return () => {
      if (isSessionOver()) keepDraft(name, latest.current);
    };
  }, [name]);
  return [value, setValue];
}
