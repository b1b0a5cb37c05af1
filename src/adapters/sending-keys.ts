import type { TwilioSettings } from './sms/twilio.ts';

/** What messages are sent with at the moment of a call. Where it is undefined, they become files; where it is unreadable, they wait. */
export interface SendingKeysNow {
  readonly twilio: TwilioSettings | 'unreadable' | undefined;
  /** URL of the mail server. */
  readonly smtpUrl: string | 'unreadable' | undefined;
}

/**
 * What is made of a value that may become another one: made anew then, and kept as long as the value is the same.
 *
 * @param end called for what was made of an earlier value
 */
export function keptFor<Value, Made>(
  now: () => Value,
  make: (value: Value) => Made,
  end?: (made: Made) => void,
) {
  let kept: { readonly of: Value; readonly made: Made } | undefined;
  return {
    present(): Made {
      const of = now();
      if (!kept || kept.of !== of) {
        if (kept) end?.(kept.made);
        kept = { of, made: make(of) };
      }
      return kept.made;
    },
    end() {
      if (kept) end?.(kept.made);
      kept = undefined;
    },
  };
}
