import { Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { getNextFreeByStylist, type NextFree } from '../../../../src/contracts/bookings/availability.ts';
import type { Service } from '../../../../src/contracts/salon/services.ts';
import type { PublicStylist } from '../../../../src/contracts/salon/stylists.ts';
import { dayAs } from '../../../../src/salon/date-text.ts';
import { addSalonDays, minutesOf, type SalonDate } from '../../../../src/salon/salon-time.ts';
import { call } from '../../../api.ts';
import { Portrait } from '../../../salon/portrait.tsx';
import { isDoneByNoneOf, notDoneBy } from '../../../salon/stylists.ts';
import { useSalonToday } from '../../../salon/use-salon-today.ts';
import { useQuery } from '../../../ui/query/use-query.ts';
import { useReloadWhenOnline } from '../../../ui/query/use-reload-when-online.ts';
import { useWizard } from '../wizard/store.ts';

/** The whole width of the phone, so that a cut card shows that there are more. Nothing in it can have the focus if nobody can be chosen. */
const SCROLLS_ON_PHONES =
  'max-sm:-mx-[clamp(16px,4vw,40px)] max-sm:flex max-sm:snap-x max-sm:scroll-px-[clamp(16px,4vw,40px)] max-sm:overflow-x-auto max-sm:px-[clamp(16px,4vw,40px)] max-sm:py-1';

/** The first card fills what its row would lack, so that no stylist stands alone in the last one. */
function anyoneWidth(cards: number): string {
  if (cards === 4) return '';
  const ofTwo = cards % 2 === 1 ? 'col-span-2' : '';
  return `${ofTwo} ${['xl:col-span-1', 'xl:col-span-3', 'xl:col-span-2'][cards % 3]}`;
}

type Free = NextFree['next_free'];

/** Asks for whom the visitor comes: anyone, or one of the stylists, each with the next time that is free for the chosen services. */
export function StylistChoice({
  stylists,
  stylist,
  chosen,
}: {
  stylists: readonly PublicStylist[];
  /** Undefined for anyone. */
  stylist: PublicStylist | undefined;
  chosen: readonly Service[];
}) {
  const services = chosen.map(({ id }) => id).join(',');
  const next = useQuery(services, (signal) => call(getNextFreeByStylist, { query: { services }, signal }));
  useReloadWhenOnline(next);
  const isKnown = next.status === 'ready';
  const times = isKnown ? next.data : [];
  const [soonest = null] = times.flatMap(({ next_free }) => next_free ?? []).toSorted(inOrder);
  const { chooseStylist } = useWizard();
  const isDoneByNobody = isDoneByNoneOf(stylists, chosen);
  const cards = stylists.length + 1;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-display text-lg">With whom?</legend>
      <div
        className={`grid gap-2 sm:grid-cols-2 ${cards === 4 ? '' : 'xl:grid-cols-3'} ${isDoneByNobody ? 'grid-cols-2' : SCROLLS_ON_PHONES}`}
      >
        <Option
          width={anyoneWidth(cards)}
          portrait={
            <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-sand text-brass group-has-checked:bg-white">
              <Users aria-hidden="true" className="size-5" />
            </span>
          }
          name="Anyone"
          title="The first free time"
          checked={stylist === undefined && !isDoneByNobody}
          disabled={isDoneByNobody}
          onChoose={() => chooseStylist(null)}
        >
          {isKnown && !isDoneByNobody && <NextTime free={soonest} />}
        </Option>
        {stylists.map((one) => {
          const notDone = notDoneBy(one, chosen);
          return (
            <Option
              key={one.id}
              portrait={
                <Portrait
                  of={one.picture}
                  name={one.name}
                  sizes="48px"
                  className="size-12 shrink-0 rounded-full text-lg group-has-checked:bg-white"
                />
              }
              name={one.name}
              title={one.title}
              checked={one === stylist}
              disabled={notDone.length > 0}
              onChoose={() => chooseStylist(one.id)}
            >
              {notDone.length > 0
                ? `Doesn’t do ${notDone.map(({ name }) => name).join(', ')}`
                : isKnown && (
                    <NextTime
                      free={times.find(({ stylist_id }) => stylist_id === one.id)?.next_free ?? null}
                    />
                  )}
            </Option>
          );
        })}
      </div>
    </fieldset>
  );
}

function Option({
  width = '',
  portrait,
  name,
  title,
  checked,
  disabled = false,
  onChoose,
  children,
}: {
  width?: string;
  portrait: ReactNode;
  name: string;
  title: string;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  /** The next free time, or why there can be none. */
  children: ReactNode;
}) {
  return (
    <label
      className={`${width} group relative flex snap-start gap-3 rounded-md border border-line p-3 transition-colors max-sm:shrink-0 max-sm:basis-40 max-sm:flex-col ${disabled ? 'bg-transparent text-stone' : 'bg-white hover:border-stone has-checked:border-plum has-checked:bg-sand'} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass`}
    >
      {portrait}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-medium wrap-anywhere sm:pr-5">{name}</span>
        {title && <span className="line-clamp-2 text-sm wrap-anywhere text-stone">{title}</span>}
        {/* The line is there before the times have loaded, and also if they can't be, so that nothing moves. */}
        <span className="block min-h-5 text-sm text-stone tabular-nums">{children}</span>
      </span>
      <input
        type="radio"
        name="stylist"
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="absolute top-3 right-3 size-4 accent-plum outline-none sm:top-4"
      />
    </label>
  );
}

function NextTime({ free }: { free: Free }) {
  const today = useSalonToday();
  return <span className="animate-enter">{free ? `Next: ${soonText(free, today)}` : 'No free time'}</span>;
}

const WEEK = 7;

/** `Tue 2:30 PM`, or `Dec 8, 2:30 PM` where the weekday alone would be that of a nearer day. */
const soonText = ({ date, time }: NonNullable<Free>, today: SalonDate) =>
  date < addSalonDays(today, WEEK) ? `${dayAs(date, 'EEE')} ${time}` : `${dayAs(date, 'MMM d')}, ${time}`;

const inOrder = (one: NonNullable<Free>, other: NonNullable<Free>) =>
  one.date.localeCompare(other.date) || minutesOf(one.time) - minutesOf(other.time);
