import { Smartphone } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FailureCallout } from '../../../session/failure-callout.tsx';
import { useAuthAction } from '../../../session/use-auth-action.ts';
import { useTypedCode } from '../../../session/use-typed-code.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { CodeField } from '../../../ui/form/code-field.tsx';
import { toastSuccess } from '../../../ui/toast/toast.tsx';
import { showErrors } from '../../ui/form/show-errors.ts';

/** An authenticator app is set up with these. */
export interface Invitation {
  readonly factorId: string;
  /** An SVG in a data URL, not escaped: the client returns it so. */
  readonly qrCode: string;
  readonly secret: string;
  /** Opens the app if it is on the same device. */
  readonly uri: string;
}

/** The key in groups of four, which are easier to type. */
const grouped = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The data URL, with `#` and `%` of the markup escaped, which would otherwise break it. */
function pictureOf(qrCode: string): string {
  const comma = qrCode.indexOf(',');
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(qrCode.slice(comma + 1))}`;
}

/** Shows the code to scan, and asks for the app's first code. */
export function AuthenticatorSetup({
  invitation: { factorId, qrCode, secret, uri },
  onDone,
  onCancel,
}: {
  invitation: Invitation;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { run, busy, failure } = useAuthAction();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);

  const { field, send } = useTypedCode(busy, (code) =>
    run(async ({ client, dataOf }) => {
      dataOf(await client.mfa.challengeAndVerify({ factorId, code }));
      toastSuccess('Authenticator app added', 'From now on we ask for its code when you sign in.');
      onDone();
    }),
  );

  return (
    <div className="animate-enter space-y-6 rounded-md border border-line bg-panel p-5 sm:p-6">
      <div className="space-y-1">
        <h3
          ref={heading}
          tabIndex={-1}
          className="font-sans text-base font-semibold tracking-normal outline-none"
        >
          Scan this code with your app
        </h3>
        <p className="text-sm text-stone">
          Any authenticator app will do: the one of your phone, or your password manager.
        </p>
      </div>
      <a href={uri} className={`${buttonClass('outline')} sm:hidden`}>
        <Smartphone aria-hidden="true" className="size-4" />
        Open in your authenticator app
      </a>
      <div className="flex gap-6 max-sm:flex-col sm:items-center">
        {/* White around it in every theme: cameras need the contrast. */}
        <img
          src={pictureOf(qrCode)}
          alt="QR code for your authenticator app"
          width={176}
          height={176}
          className="size-44 shrink-0 rounded-md border border-line bg-white p-2 [image-rendering:pixelated]"
        />
        <div className="min-w-0 space-y-3">
          <p className="text-sm text-stone">Or type this key into it:</p>
          <p className="font-medium tracking-wide wrap-anywhere tabular-nums select-all">{grouped(secret)}</p>
          <CopyButton text={secret} label="Copy the key" />
        </div>
      </div>
      <form
        noValidate
        className="space-y-5 border-t border-line pt-5"
        onSubmit={(event) => {
          event.preventDefault();
          showErrors(event.currentTarget, send);
        }}
      >
        <FailureCallout failure={failure} />
        <div className="max-w-xs">
          <CodeField id="app-code" label="Code that the app shows" {...field} />
        </div>
        <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
          <Button look="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={busy}>
            {busy ? 'Checking...' : 'Turn it on'}
          </Button>
        </div>
      </form>
    </div>
  );
}
