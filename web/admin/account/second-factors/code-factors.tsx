import type { RefObject } from 'react';
import type { Account } from '../../../../src/contracts/accounts/accounts.ts';
import { phoneText } from '../../../ui/form/phone-text.ts';
import { textLinkClass } from '../../../ui/text-link.ts';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { ConfirmButton } from '../../ui/dialog/confirm-button.tsx';
import type { useFreshAuthAction } from '../../ui/fresh-sign-in/use-fresh-auth-action.ts';
import { useInstantText } from '../../ui/instant-text.ts';
import { Row, Rows } from '../panel/panel.tsx';

type Factor = Account['factors'][number];

/** The apps or phones that are second factors, each with a button to remove it. */
export function CodeFactors({
  factors,
  name,
  run,
  onChanged,
  focusAfter,
}: {
  factors: Account['factors'];
  /** The name for a factor without one. */
  name: string;
  run: ReturnType<typeof useFreshAuthAction>['run'];
  onChanged: () => void;
  /** Gets the focus after a factor was removed, or when the password is required first. */
  focusAfter: readonly RefObject<HTMLElement | null>[];
}) {
  const instantText = useInstantText();
  const remove = (factorId: string) =>
    run(async ({ client, dataOf }) => {
      dataOf(await client.mfa.unenroll({ factorId }));
      // The session lists the account's factors, and which of them it was confirmed by.
      dataOf(await client.refreshSession());
      toastSuccess('Second factor removed');
      onChanged();
    });
  if (factors.length === 0) return null;
  return (
    <Rows>
      {factors.map(({ id, friendly_name, phone, created_at }) => (
        <Row
          key={id}
          title={titleOf({ friendly_name, phone }, name)}
          detail={[...(phone && friendly_name ? [phoneText(phone)] : []), `Added ${instantText(created_at)}`]}
          mark="On"
        >
          <ConfirmButton
            className={textLinkClass}
            label="Remove"
            accessibleLabel={`Remove ${titleOf({ friendly_name, phone }, name)}`}
            title="Remove this second factor?"
            question="Your password alone will be enough to sign in, unless you have another one."
            confirm="Yes, remove it"
            keep="Keep it"
            focusAfter={focusAfter}
            onConfirm={() => remove(id)}
          />
        </Row>
      ))}
    </Rows>
  );
}

const titleOf = ({ friendly_name, phone }: Pick<Factor, 'friendly_name' | 'phone'>, name: string) =>
  friendly_name || (phone ? phoneText(phone) : name);
