import { lazy, type Ref, Suspense } from 'react';
import type { Wish } from '../../../../src/contracts/salon/pages.ts';
import type { Service } from '../../../../src/contracts/salon/services.ts';
import type { PublicStylist } from '../../../../src/contracts/salon/stylists.ts';
import { formatDuration } from '../../../../src/salon/salon-time.ts';
import { CallButton } from '../../../salon/call-button.tsx';
import { byGroup, priceWords, totalDuration } from '../../../salon/service-groups.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { LoadError } from '../../../ui/loading/load-error.tsx';
import { StepLayout } from '../step/step-layout.tsx';
import { countOf, ShortSummary, Summary } from '../step/summary.tsx';
import { useWizard } from '../wizard/store.ts';

const TooLong = lazy(async () => ({ default: (await import('./too-long.tsx')).TooLong }));
const WithWhom = lazy(async () => ({ default: (await import('./with-whom.tsx')).WithWhom }));

export function ServicesStep({
  heading,
  services,
  chosen,
  stylist,
  wished,
  tooLong,
  wish,
  onContinue,
}: {
  heading: Ref<HTMLHeadingElement>;
  services: readonly Service[];
  chosen: readonly Service[];
  /** The one who is wished for, if they do all these services. */
  stylist: PublicStylist | undefined;
  /** The same, also if they don't do all of them. */
  wished: PublicStylist | undefined;
  /** Together the chosen services take longer than the public may book at once. */
  tooLong: boolean;
  /** The visitor's wish, if the catalogue doesn't have it. */
  wish: Wish | undefined;
  onContinue: () => void;
}) {
  const { toggleService, notice } = useWizard();
  const takesItsTime = services.find(({ id }) => id === wish?.service);
  return (
    <StepLayout
      title="Select Services"
      heading={heading}
      summary={
        <Summary
          title="Selected Services"
          chosen={chosen}
          withWhom={stylist?.name}
          onRemove={toggleService}
        />
      }
      action={
        chosen.length > 0 && (
          <>
            <ShortSummary chosen={chosen} stylist={stylist} />
            {tooLong ? (
              <Suspense>
                <TooLong />
              </Suspense>
            ) : (
              <Button className="w-full max-lg:short:w-auto max-lg:short:shrink-0" onClick={onContinue}>
                Continue to Date & Time
              </Button>
            )}
          </>
        )
      }
    >
      {notice && <Callout tone="error">{notice}</Callout>}
      {wished && (
        <Suspense fallback={<p className="min-h-11" />}>
          <WithWhom wished={wished} chosen={chosen} />
        </Suspense>
      )}
      {wish && !takesItsTime && services.length > 0 && (
        <Callout>
          {wish.name} isn’t in this list. Please choose what comes closest: we’ve added {wish.name} to your
          notes.
        </Callout>
      )}
      <p className="sr-only" role="status">
        {chosen.length > 0 && `${countOf(chosen)}, ${formatDuration(totalDuration(chosen))} in total.`}
      </p>
      {services.length === 0 && (
        <Callout actions={<CallButton verb="Call" />}>
          Nothing can be booked online right now. Please call us, we are glad to help.
        </Callout>
      )}
      {byGroup(services).map(({ group, services: members }) => (
        <fieldset key={group}>
          <legend className="mb-3 font-display text-lg">{group}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {members.map((service) => (
              <ServiceRow
                key={service.id}
                service={service}
                checked={chosen.includes(service)}
                wish={service === takesItsTime ? wish : undefined}
                onToggle={() => toggleService(service.id)}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </StepLayout>
  );
}

function ServiceRow({
  service,
  checked,
  wish,
  onToggle,
}: {
  service: Service;
  checked: boolean;
  wish: Wish | undefined;
  onToggle: () => void;
}) {
  const { id, name, durationText } = service;
  return (
    <label
      id={`service-${id}`}
      className="flex min-h-18 items-center gap-4 rounded-md border border-line bg-white px-4 py-3 transition-colors hover:border-stone has-checked:border-plum has-checked:bg-sand has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-brass"
    >
      <input
        type="checkbox"
        checked={checked}
        onChange={onToggle}
        className="size-5 shrink-0 accent-plum outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{name}</span>
        <span className="flex flex-wrap justify-between gap-x-3 text-sm text-stone tabular-nums">
          <span>{durationText}</span>
          <span>{priceWords(service)}</span>
        </span>
        {wish && checked && (
          <span className="mt-1 block text-sm text-pretty">
            Reserves the time for {wish.name}. We’ve added that to your notes.
          </span>
        )}
      </span>
    </label>
  );
}

export function ServicesFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadError onRetry={onRetry}>Our services couldn’t be loaded. Please check your connection.</LoadError>
  );
}
