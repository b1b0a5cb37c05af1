import { Command } from 'cmdk';
import { CalendarClock, CalendarDays, ChartColumn, type LucideIcon, Search, UserRound } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { listAdminBookings } from '../../../../src/contracts/bookings/admin-bookings.ts';
import { listCustomers } from '../../../../src/contracts/customers/customers.ts';
import { plain } from '../../../../src/salon/search-text.ts';
import { call } from '../../../api.ts';
import { StatusBadge } from '../../../salon/status-badge.tsx';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { customerName, servicesText, whenText } from '../../bookings/booking-text.ts';
import { REPORTS } from '../../data/queries.ts';
import { defineQuery } from '../../data/query.ts';
import type { Topic } from '../../data/topics.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { overlayClass } from '../../ui/dialog/dialog.tsx';
import { usePressCover } from '../../ui/dialog/use-press-cover.ts';
import { useReturnFocus } from '../../ui/dialog/use-return-focus.ts';
import { useDebounced } from '../../ui/form/use-debounced.ts';
import { dayText } from '../../ui/instant-text.ts';
import type { PaletteAction } from './palette-action.ts';
import { typedDay } from './typed-day.ts';

const FEW = '6';

/** Customers by part of a name, an e-mail or a phone number. */
const FOUND_CUSTOMERS = defineQuery({
  name: 'palette-customers',
  roles: listCustomers.roles,
  about: (): Topic[] => ['customer'],
  load: (search: string, { after, ...options }) =>
    call(listCustomers, { ...options, query: { search, limit: FEW, after } }),
});

/** Appointments by their customer's name or phone. */
const FOUND_BOOKINGS = defineQuery({
  name: 'palette-bookings',
  about: (): Topic[] => ['booking'],
  load: (search: string, { after, ...options }) =>
    call(listAdminBookings, { ...options, query: { search, limit: FEW, after } }),
});

/** How many letters a search needs. */
const ENOUGH = 2;

/** One search field for everything: customers and appointments by name or phone, days, pages and actions. */
export function Palette({ actions, onClose }: { actions: readonly PaletteAction[]; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const returnFocus = useReturnFocus();
  const cover = usePressCover();
  const navigate = useNavigate();
  const search = useDebounced(typed.trim());
  const query = search.length >= ENOUGH ? search : null;
  const customers = useAdminQuery(FOUND_CUSTOMERS, query, {
    keepPrevious: true,
  });
  const bookings = useAdminQuery(FOUND_BOOKINGS, query, {
    keepPrevious: true,
  });
  const today = useSalonToday();
  const day = typedDay(typed, today);
  const reports = useAdminQuery(REPORTS, 'all').data?.reports ?? [];
  const reportActions = reports.map(
    ({ name, title, columns }): PaletteAction => ({
      label: `Report: ${title}`,
      icon: ChartColumn,
      words: [name, ...columns.map(({ label }) => label)].join(' '),
      run: () => navigate(`/admin/reports?report=${name}`),
    }),
  );
  const matching = [...actions, ...reportActions].filter(({ label, words = '' }) =>
    plain(typed)
      .split(' ')
      .every((word) => plain(`${label} ${words}`).includes(word)),
  );
  const isSearching = customers.isLoading || bookings.isLoading;

  const choose = (run: () => void) => {
    onClose();
    run();
  };
  const go = (address: string) => choose(() => navigate(address));

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay {...cover} className={overlayClass} />
        <Radix.Content
          {...cover}
          aria-describedby={undefined}
          data-at-top
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-2 top-2 z-50 mx-auto max-w-xl overflow-hidden rounded-md border border-line bg-panel text-sm shadow-md sm:top-[12vh]"
        >
          <Radix.Title className="sr-only">Search and commands</Radix.Title>
          <Command shouldFilter={false} loop label="Search and commands">
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden="true" className="size-4 shrink-0 text-stone" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                maxLength={100}
                placeholder="Name, phone, day or command"
                className="min-h-12 w-full bg-transparent text-base outline-none placeholder:text-stone"
              />
            </div>
            <Command.List
              label="Results"
              className="max-h-[min(24rem,60svh)] overflow-y-auto p-1.5 [&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-stone"
            >
              {day && (
                <Command.Group heading="Day">
                  <Item
                    value={`day ${day}`}
                    icon={CalendarDays}
                    text={dayText(day, today)}
                    onChoose={() => go(`/admin/calendar?view=day&date=${day}`)}
                  />
                </Command.Group>
              )}
              {query && customers.data && customers.data.customers.length > 0 && (
                <Command.Group heading="Customers">
                  {customers.data.customers.map(({ id, name, phone, email }) => (
                    <Item
                      key={id}
                      value={`customer ${id}`}
                      icon={UserRound}
                      text={name}
                      more={phone ?? email ?? ''}
                      onChoose={() => go(`/admin/customers/${id}`)}
                    />
                  ))}
                </Command.Group>
              )}
              {query && bookings.data && bookings.data.bookings.length > 0 && (
                <Command.Group heading="Appointments">
                  {bookings.data.bookings.map((booking) => (
                    <Item
                      key={booking.id}
                      value={`booking ${booking.id}`}
                      icon={CalendarClock}
                      text={customerName(booking)}
                      detail={servicesText(booking)}
                      more={
                        <span className="flex items-center gap-2">
                          {whenText(booking, today)} <StatusBadge status={booking.status} compact />
                        </span>
                      }
                      onChoose={() => go(`/admin/appointments/${booking.id}`)}
                    />
                  ))}
                </Command.Group>
              )}
              {matching.length > 0 && (
                <Command.Group heading="Commands">
                  {matching.map(({ label, icon, keys = [], run }) => (
                    <Item
                      key={label}
                      value={`action ${label}`}
                      icon={icon}
                      text={label}
                      more={keys.join(' ')}
                      onChoose={() => choose(run)}
                    />
                  ))}
                </Command.Group>
              )}
              <Command.Empty className="px-3 py-8 text-center text-stone">
                {isSearching ? 'Searching...' : `Nothing found for “${typed.trim()}”.`}
              </Command.Empty>
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({
  value,
  icon: Icon,
  text,
  detail,
  more = '',
  onChoose,
}: {
  value: string;
  icon: LucideIcon;
  text: string;
  /** Shown next to the label if there is room. */
  detail?: string;
  more?: ReactNode;
  onChoose: () => void;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onChoose}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-md px-2.5 aria-selected:bg-sand pointer-coarse:min-h-11 forced-colors:aria-selected:outline-2"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-stone" />
      <span className="min-w-0 flex-1 truncate">
        {text}
        {detail && <span className="text-stone max-sm:hidden"> · {detail}</span>}
      </span>
      <span className="shrink-0 text-xs text-stone tabular-nums">{more}</span>
    </Command.Item>
  );
}
