import { useEffect, useState } from 'react';

const TYPING_MS = 120;

/** The text after a short pause in typing, so that not every letter causes a request. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
