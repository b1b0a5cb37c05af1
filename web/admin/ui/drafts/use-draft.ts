import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { dropDraft, isSessionOver, keepDraft, keptDraft } from './drafts.ts';

/**
 * `useState` for the input of a form. If the session expires, the form has the input again after the same user has signed in again.
 *
 * @param name identifies the form and what it is about
 */
export function useDraft<Value>(name: string, initial: Value): [Value, Dispatch<SetStateAction<Value>>] {
  const [value, setValue] = useState(() => (keptDraft(name) as Value | undefined) ?? initial);
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
