import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SendingState } from '../../../src/contracts/messages/messages.ts';
import { Callout } from '../../ui/callout.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { SENDING } from '../bookings/messages/sending.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { AdminButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { keepToastsOff } from '../ui/dialog/keep-toasts-off.ts';
import { countText } from '../ui/number-text.ts';
import { SENDING as SENDING_SETTINGS } from '../ui/settings-address.ts';
import { CHANGE_SENDING } from './commands.ts';

/** Reaching the daily limit causes no event, so live updates don't announce it. */
const LOOK_AGAIN_MS = 10_000;

/** Whether texts are being sent, reloaded regularly; undefined while loading, and when that has failed. */
export function useSending() {
  const { data, error, reload } = useAdminQuery(SENDING, 'now', { againAfterMs: () => LOOK_AGAIN_MS });
  return { sending: data, isLoading: !data && !error, reload };
}

interface Words {
  readonly title: string;
  readonly text: string;
  /** The label of the button, which asks for confirmation. */
  readonly lift: string;
  readonly question: string;
}

/** The texts about why messages are not being sent, and what resuming does. */
function wordsOf(why: NonNullable<SendingState['why']>, { by, waiting }: SendingState): Words {
  const wait = waiting === 0 ? '' : ` ${countText(waiting, 'message')} waiting.`;
  switch (why) {
    case 'staff':
      return {
        title: 'Messages are paused.',
        text: `${by ?? 'Somebody here'} has paused them.${wait}`,
        lift: 'Resume messages',
        question: `Waiting messages are sent now, unless it is too late for them.${wait}`,
      };
    case 'spending':
      return {
        title: 'Texts are stopped: the day’s limit was reached.',
        text: `More texts than usual were about to leave, so no text is sent until you have looked at it.${wait}`,
        lift: 'Lift the stop',
        question: `Look through the latest messages first: is this your salon’s own business? Then waiting messages are sent now, and the day’s limit starts again.${wait}`,
      };
    case 'copied':
      return {
        title: 'Messages are paused: this database was copied or restored.',
        text: 'So nobody is told twice, or by accident from a copy. Resume them only where the salon really works.',
        lift: 'Resume messages',
        question:
          'Messages that were asked for until now are never sent, as they may have gone out already; nor are reminders that were due. From now on, customers hear of everything that is booked or changed.',
      };
  }
}

/** The missing set-up, and the settings that it needs. */
const NOT_SET_UP = {
  'no-texts': ['Texts', 'an account at Twilio'],
  'no-mails': ['Mails', 'a mail server'],
} as const;

type Why = 'paused' | keyof typeof NOT_SET_UP;

const whyNot = ({ paused, why, has_provider, has_mail_server }: SendingState): readonly Why[] => [
  ...(paused && why ? ['paused' as const] : []),
  ...(has_provider ? [] : ['no-texts' as const]),
  ...(has_mail_server ? [] : ['no-mails' as const]),
];

/**
 * Says why messages are not being sent, with a button that resumes them: above the list what is so when the screen is opened, and at the
 * bottom, over the list, what comes to be so later, which would push away what somebody is about to press.
 */
export function useSendingCallouts(sending: SendingState | undefined, onChanged: () => void) {
  /** The reasons that were there at first and still are. */
  const [first, setFirst] = useState<readonly Why[]>();
  if (!sending) return { above: null, over: null };
  const now = whyNot(sending);
  const still = first?.filter((why) => now.includes(why)) ?? now;
  if (still.length !== first?.length) setFirst(still);
  const [above, over] = [true, false].map((isAbove) =>
    now
      .filter((why) => still.includes(why) === isAbove)
      .map((why) => <SendingCallout key={why} {...{ why, sending, onChanged }} />),
  );
  return {
    above: <div className="space-y-3 pb-4 empty:hidden">{above}</div>,
    over: over && over.length > 0 && (
      <div ref={keepToastsOff} className="sticky bottom-18 z-10 mt-4 w-fit space-y-3 *:shadow-md md:bottom-4">
        {over}
      </div>
    ),
  };
}

function SendingCallout({
  why,
  sending,
  onChanged,
}: {
  why: Why;
  sending: SendingState;
  onChanged: () => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const { send } = useCommand(CHANGE_SENDING);
  if (why !== 'paused') {
    const [what, missing] = NOT_SET_UP[why];
    return (
      <Callout>
        <p className="text-sm">
          <span className="font-medium">{what} aren’t set up: none is sent.</span> They can be read here, and
          leave once {missing} is entered under{' '}
          <Link to={SENDING_SETTINGS} className="underline underline-offset-2">
            Settings, Sending
          </Link>
          .
        </p>
      </Callout>
    );
  }
  const words = sending.why && wordsOf(sending.why, sending);
  if (!words) return null;
  return (
    <>
      <Callout
        tone={sending.why === 'staff' ? 'info' : 'error'}
        actions={<AdminButton onClick={() => setAsking(true)}>{words.lift}</AdminButton>}
      >
        <p className="text-sm">
          <span className="font-medium">{words.title}</span> {words.text}
        </p>
      </Callout>
      {isAsking && (
        <ConfirmDialog
          title={`${words.lift}?`}
          question={words.question}
          confirm={words.lift}
          keep="Keep them paused"
          look="primary"
          failed="Messages may still be paused. Please try again."
          onConfirm={async () => {
            await send({ paused: false });
            onChanged();
            toastSuccess('Messages are resumed');
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Asks before messages are paused. */
export function PauseDialog({ onChanged, onClose }: { onChanged: () => void; onClose: () => void }) {
  const { send } = useCommand(CHANGE_SENDING);
  return (
    <ConfirmDialog
      title="Pause all messages?"
      question="Customers get neither texts nor mails about their appointments until somebody resumes them here. Reminders whose appointment begins meanwhile are not sent later."
      confirm="Pause messages"
      keep="Keep sending"
      failed="Messages could not be paused"
      onConfirm={async () => {
        await send({ paused: true });
        onChanged();
        toastSuccess('Messages are paused');
      }}
      onClose={onClose}
    />
  );
}
