import {
  CalendarClock,
  CalendarDays,
  CalendarOff,
  CalendarRange,
  Eraser,
  ImageIcon,
  ImageOff,
  Pencil,
  Plus,
  UserCheck,
  UserMinus,
} from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { AdminStylist } from '../../../src/contracts/salon/admin-stylists.ts';
import { portraitUse } from '../../../src/contracts/salon/picture-uses.ts';
import { useSalon } from '../../salon/salon-context.ts';
import { Callout } from '../../ui/callout.tsx';
import { toastSuccess } from '../../ui/toast/toast.tsx';
import { stylistName } from '../data/stylist-name.ts';
import { TEAM } from '../data/team.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { useCommand } from '../data/use-command.ts';
import { NextStep } from '../first-steps/next-step.tsx';
import { HistorySection } from '../history/history-section.tsx';
import { SETTINGS_HISTORY } from '../history/queries.ts';
import { useEventUndo } from '../history/use-event-undo.ts';
import { CHOOSE_PICTURE } from '../pictures/commands.ts';
import { UploadDialog } from '../pictures/upload-dialog.tsx';
import { AdminButton } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import type { MenuItem } from '../ui/menu/menu-item.ts';
import { countText } from '../ui/number-text.ts';
import { PagePanel } from '../ui/page/page-panel.tsx';
import { SettingsTabs } from '../ui/page/settings-tabs.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PEOPLE } from '../ui/settings-address.ts';
import { useRowKeys } from '../ui/shortcuts/use-row-keys.ts';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { AccountNote } from './account-note.tsx';
import { ACTIVATE_STYLIST, CHANGE_STYLIST, DEACTIVATE_STYLIST, ERASE_STYLIST } from './commands.ts';
import { StylistDialog } from './stylist-dialog.tsx';
import { FormerStylistRow, StylistRow } from './stylist-row.tsx';
import { useDragOrder } from './use-drag-order.ts';
import { WeekDialog } from './week-dialog.tsx';

type Shown =
  | { readonly dialog: 'add' }
  | {
      readonly dialog: 'edit' | 'week' | 'picture' | 'deactivate' | 'erase';
      readonly stylist: AdminStylist;
    }
  | null;

/** The calendar leads on to what is asked there about a stylist. */
const DAYS = '/admin/calendar?view=day';

/** The `order` of somebody who comes to stand in a gap between these, 0 for the one before the first. */
function orderIn(gap: number, stylists: readonly AdminStylist[]): number {
  const [before, after] = [stylists[gap - 1]?.order, stylists[gap]?.order];
  if (before === undefined) return (after ?? 0) - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
}

/** The salon's stylists. One who is alone is named nowhere, and there is nothing to order or to choose. */
export function TeamPage() {
  const { data, error, reload } = useAdminQuery(TEAM, 'all');
  const [query, setQuery] = useSearchParams();
  const [chosen, setShown] = useState<Shown>(null);
  const activate = useCommand(ACTIVATE_STYLIST);
  const change = useCommand(CHANGE_STYLIST);
  const choosePicture = useCommand(CHOOSE_PICTURE);
  const { undoButton } = useEventUndo();
  const salon = useSalon();
  useRowKeys();
  // The palette leads here with `?add`.
  const shown: Shown = chosen ?? (query.has('add') ? { dialog: 'add' } : null);
  const close = () => {
    setShown(null);
    if (query.has('add')) setQuery({}, { replace: true });
  };
  const stylists = data?.stylists ?? [];
  const active = stylists.filter((stylist) => stylist.active);
  const former = stylists.filter((stylist) => !stylist.active);
  const isAlone = stylists.length === 1;
  const currentOf = ({ id }: AdminStylist) => stylists.find((one) => one.id === id);
  const unnamed = isAlone ? undefined : active.find(({ id, name }) => id === 'first' && name === salon.name);
  const ask = (dialog: Exclude<NonNullable<Shown>['dialog'], 'add'>, stylist: AdminStylist) => () =>
    setShown({ dialog, stylist });

  async function tell(
    sent: Promise<{ readonly position: string }>,
    thing: 'team' | 'pictures',
    done: string,
  ) {
    try {
      toastSuccess(done, undefined, undoButton('settings', thing, await sent));
    } catch (failure) {
      toastFailure(failure);
    }
  }

  const move = (stylist: AdminStylist, gap: number, to: string) =>
    tell(
      change.send({ id: stylist.id, changes: { order: orderIn(gap, active) } }, stylist.version),
      'team',
      `${stylistName(stylist)} moved${to}`,
    );
  const dragOf = useDragOrder((row, gap) => {
    const stylist = active[row];
    if (stylist) void move(stylist, gap, '');
  });

  const actionsOn = (stylist: AdminStylist): MenuItem[] => {
    const { id, picture } = stylist;
    const withoutPicture = () =>
      void tell(
        choosePicture.send({ use: portraitUse(id), picture: null, alt: '' }),
        'pictures',
        'Picture removed',
      );
    return [
      { label: 'Weekly hours', icon: CalendarClock, onChoose: ask('week', stylist) },
      { label: 'Hours for a week...', icon: CalendarRange, to: `${DAYS}&of=${id}&ask=hours` },
      { label: 'Day off, blocked time...', icon: CalendarOff, to: `${DAYS}&of=${id}&ask=block` },
      { label: 'Days in the calendar', icon: CalendarDays, to: `${DAYS}&of=${id}` },
      {
        label: picture ? 'Change the picture' : 'Add a picture',
        icon: ImageIcon,
        onChoose: ask('picture', stylist),
      },
      ...(picture ? [{ label: 'Remove the picture', icon: ImageOff, onChoose: withoutPicture }] : []),
      ...(active.length > 1
        ? [
            {
              label: 'Deactivate',
              icon: UserMinus,
              beginsGroup: true,
              onChoose: ask('deactivate', stylist),
            },
          ]
        : []),
    ];
  };
  const actionsOnFormer = (stylist: AdminStylist): MenuItem[] =>
    stylist.erased
      ? []
      : [
          {
            label: 'Activate',
            icon: UserCheck,
            onChoose: () =>
              void tell(
                activate.send({ id: stylist.id }, stylist.version),
                'team',
                `${stylistName(stylist)} takes appointments again`,
              ),
          },
          { label: 'Edit', icon: Pencil, onChoose: ask('edit', stylist) },
          {
            label: 'Erase the name',
            icon: Eraser,
            beginsGroup: true,
            isGrave: true,
            onChoose: ask('erase', stylist),
          },
        ];

  return (
    <div>
      <SettingsTabs />
      <PageHeader
        title="Team"
        count={data && !isAlone ? countText(active.length, 'stylist') : undefined}
        filters={<NextStep />}
        action={
          <AdminButton look="primary" onClick={() => setShown({ dialog: 'add' })}>
            <Plus aria-hidden="true" className="size-4" />
            Add a stylist
          </AdminButton>
        }
      />
      {error && !data && <FailedState what="The team couldn’t be loaded" error={error} onRetry={reload} />}
      {!data && !error && <RowsSkeleton rows={3} label="Loading the team..." />}
      {data && (
        <div className="space-y-6">
          {isAlone && (
            <p className="max-w-3xl text-sm text-stone">
              The salon has one stylist, and visitors see no name. Once you add a second one, visitors can
              choose between them, and each has a column in the calendar.
            </p>
          )}
          {!isAlone && (
            <p className="max-w-3xl text-sm text-stone">
              Each can have an account of their own:{' '}
              <Link to={PEOPLE} className="text-ink underline underline-offset-4">
                invite them under People
              </Link>
              .
            </p>
          )}
          {unnamed && (
            <Callout actions={<AdminButton onClick={ask('edit', unnamed)}>Enter their name</AdminButton>}>
              The first stylist still goes by the salon’s name.
            </Callout>
          )}
          <ol className="divide-y divide-line rounded-md border border-line bg-panel">
            {active.map((stylist, index) => (
              <StylistRow
                key={stylist.id}
                stylist={stylist}
                isAlone={isAlone}
                drag={dragOf(index)}
                onUp={index > 0 ? () => move(stylist, index - 1, ' up') : undefined}
                onDown={index < active.length - 1 ? () => move(stylist, index + 2, ' down') : undefined}
                onEdit={ask('edit', stylist)}
                actions={actionsOn(stylist)}
              />
            ))}
          </ol>
          {former.length > 0 && (
            <PagePanel title="Not taking appointments any more">
              <ul className="divide-y divide-line rounded-md border border-line bg-panel">
                {former.map((stylist) => (
                  <FormerStylistRow key={stylist.id} stylist={stylist} actions={actionsOnFormer(stylist)} />
                ))}
              </ul>
            </PagePanel>
          )}
          <HistorySection query={SETTINGS_HISTORY} id="team" />
        </div>
      )}
      {shown?.dialog === 'add' && (
        <StylistDialog opened={undefined} current={undefined} isAlone={isAlone} onClose={close} />
      )}
      {shown?.dialog === 'edit' && (
        <StylistDialog
          opened={shown.stylist}
          current={currentOf(shown.stylist)}
          isAlone={isAlone}
          onClose={close}
        />
      )}
      {shown?.dialog === 'week' && (
        <WeekDialog opened={shown.stylist} current={currentOf(shown.stylist)} onClose={close} />
      )}
      {shown?.dialog === 'picture' && (
        <UploadDialog
          use={portraitUse(shown.stylist.id)}
          title={`Picture of ${stylistName(shown.stylist)}`}
          onClose={close}
        />
      )}
      {shown?.dialog === 'deactivate' && <DeactivateDialog stylist={shown.stylist} onClose={close} />}
      {shown?.dialog === 'erase' && <EraseDialog stylist={shown.stylist} onClose={close} />}
    </div>
  );
}

function DeactivateDialog({ stylist, onClose }: { stylist: AdminStylist; onClose: () => void }) {
  const { id, ahead, version } = stylist;
  const name = stylistName(stylist);
  const deactivate = useCommand(DEACTIVATE_STYLIST);
  const { undoButton } = useEventUndo();
  return (
    <ConfirmDialog
      title={`Deactivate ${name}?`}
      question={`${name} will get no new appointments.`}
      confirm="Deactivate"
      look="primary"
      onConfirm={async () => {
        const answer = await deactivate.send({ id }, version);
        toastSuccess(`${name} deactivated`, undefined, undoButton('settings', 'team', answer));
      }}
      onClose={onClose}
    >
      {ahead > 0 && (
        <p className="text-stone">
          {countText(ahead, 'coming appointment')} {ahead === 1 ? 'stays' : 'stay'} with {name}. This page
          lists them, so that you can hand them over.
        </p>
      )}
      <AccountNote stylist={stylist} />
    </ConfirmDialog>
  );
}

function EraseDialog({ stylist, onClose }: { stylist: AdminStylist; onClose: () => void }) {
  const { id, ahead } = stylist;
  const name = stylistName(stylist);
  const erase = useCommand(ERASE_STYLIST);
  return (
    <ConfirmDialog
      title={`Erase the name of ${name}?`}
      question="Name, title and picture are removed, from the history as well. Messages that customers got keep the name. Appointments stay. This cannot be undone."
      confirm="Erase for good"
      keep="Keep the name"
      onConfirm={async () => {
        await erase.send({ id });
        toastSuccess('Name erased');
      }}
      onClose={onClose}
    >
      {ahead > 0 && (
        <p className="text-stone">
          {countText(ahead, 'coming appointment')} {ahead === 1 ? 'is' : 'are'} still to be handed over.
        </p>
      )}
      <AccountNote stylist={stylist} />
    </ConfirmDialog>
  );
}
