import { useAuthAction } from '../../../session/use-auth-action.ts';
import { textLinkClass } from '../../../ui/text-link.ts';

/** A button for somebody else: signs out, which leads to the sign-in form. */
export function SomebodyElse() {
  const { run } = useAuthAction();
  return (
    <button type="button" className={textLinkClass} onClick={() => run(({ leave }) => leave())}>
      Sign in as somebody else
    </button>
  );
}
