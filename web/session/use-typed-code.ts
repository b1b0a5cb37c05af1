import { useEffect, useRef, useState } from 'react';

/**
 * A code of six digits as it is typed or filled in. It is sent as soon as it is complete, but not while another action is running,
 * such as sending another code. After a refusal the field is emptied.
 *
 * @param verify sends it, and tells whether it was right
 */
export function useTypedCode(busy: boolean, verify: (code: string) => Promise<boolean>) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isDue, setDue] = useState(false);
  const underWay = useRef<string>(undefined);

  useEffect(() => {
    if (!isDue || busy) return;
    setDue(false);
    underWay.current = code;
    verify(code).then((isRight) => {
      underWay.current = undefined;
      if (!isRight) setCode((known) => (known === code ? '' : known));
    });
  }, [isDue, busy, code, verify]);

  return {
    field: {
      value: code,
      error,
      onChange: (typed: string) => {
        setCode(typed);
        setError(undefined);
        setDue(typed.length === 6);
      },
    },
    /** Sends it, or says that it isn't complete. */
    send: () => {
      if (code.length !== 6) setError('Please enter all 6 digits.');
      else if (code !== underWay.current) setDue(true);
    },
  };
}
