import { useAttempt } from '../../../session/use-attempt.ts';
import { textLinkClass } from '../../../ui/text-link.ts';

/** Signs out, which leads to the sign-in form. */
export function SomebodyElse() {
  const { attempt } = useAttempt();
  return (
    <button type="button" className={textLinkClass} onClick={() => attempt(({ leave }) => leave())}>
      Sign in as somebody else
    </button>
  );
}
