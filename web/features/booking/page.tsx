import { MessageCircle } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import type { PageContent } from '../../../src/contracts/salon/pages.ts';
import type { Service } from '../../../src/contracts/salon/services.ts';
import { offeredAs } from '../../../src/salon/menu.ts';
import { isSalonDate } from '../../../src/salon/salon-time.ts';
import { PageMetadata } from '../../salon/page/page-metadata.tsx';
import { PageTitle } from '../../salon/page/page-title.tsx';
import { useSalon } from '../../salon/salon-context.ts';
import { totalDuration } from '../../salon/service-groups.ts';
import { asDoneBy, notDoneBy } from '../../salon/stylists.ts';
import { usePageContent, useServices } from '../../salon/use-salon-data.ts';
import { useSalonToday } from '../../salon/use-salon-today.ts';
import { Callout } from '../../ui/callout.tsx';
import { PageHeading } from '../../ui/heading.tsx';
import { useServerClock } from '../../ui/server-clock.ts';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { useHoldRelease } from './hold/use-hold-release.ts';
import { LaterStep, preloadLaterSteps } from './later-step.tsx';
import { ServicesFailed, ServicesStep } from './services/services-step.tsx';
import { StepIndicator } from './step/step-indicator.tsx';
import { StepSkeleton } from './step/step-skeleton.tsx';
import { restoreWizard, useWizard } from './wizard/store.ts';
import { reachableStep, type Step, withoutHold } from './wizard/wizard.ts';

type BookPage = Pick<PageContent['book'], 'wishes' | 'stylists'>;

const NO_CONTENT: BookPage = { wishes: [] };

const NOT_ONLINE = 'The stylist of this link can’t be booked online. Choose anyone, or call us.';

/** Loads the page, and restores what was chosen in this tab before. */
export async function loadBookingPage() {
  await restoreWizard();
  return BookingPage;
}

/** The booking wizard. The step is part of the URL, so that the browser's Back goes one step back. */
function BookingPage() {
  const services = useServices();
  const page = usePageContent('book');
  const { calls_to_action, max_booking_minutes } = useSalon();
  const wizard = useWizard();
  const [search, changeSearch] = useAddressQuery();
  const ready = services.status === 'ready';
  const content = page.status === 'ready' ? page.data : NO_CONTENT;
  const { wishes, stylists = [] } = content;
  const offered = ready ? services.data : [];
  const chosenOf = (all: readonly Service[]) =>
    wizard.services.flatMap((id) => all.find((service) => service.id === id) ?? []);
  const wished = stylists.find(({ id }) => id === wizard.stylist);
  const stylist = wished && notDoneBy(wished, chosenOf(offered)).length === 0 ? wished : undefined;
  const shown = stylist ? offered.map((service) => asDoneBy(stylist, service)) : offered;
  const chosen = chosenOf(shown);
  const tooLong = totalDuration(chosen) > max_booking_minutes;
  const step = tooLong ? 'services' : reachableStep(search.get('step'), wizard);
  const stepHeading = useStepFocus(step);
  useClearPastDate();
  useHoldRelease();
  usePreloadSteps(wizard.services.length > 0);
  usePreselection(ready ? services.data : null, page.status === 'loading' ? null : content);

  useStepInAddress(step, ready);

  const goTo = (next: Step) => {
    // Read from the address itself: at the second click of a double click, this render still has the earlier address.
    const at = new URLSearchParams(window.location.search).get('step') ?? 'services';
    if (at !== next) changeSearch((query) => setStep(query, next));
  };

  return (
    <div className="frame pt-28 pb-20 lg:pt-36">
      {page.status === 'ready' ? (
        <PageMetadata name="book" title={page.data.title} description={page.data.description} />
      ) : (
        // The wizard doesn't wait for its metadata.
        <PageTitle>Book an appointment</PageTitle>
      )}
      <div className="mb-8 space-y-6 max-sm:mb-4 max-sm:space-y-4">
        <PageHeading>{calls_to_action.book_appointment}</PageHeading>
        <StepIndicator step={step} onGoTo={goTo} />
        <WithoutScript />
      </div>
      {services.status === 'loading' && <StepSkeleton step={step} label="Loading services..." />}
      {services.status === 'failed' && <ServicesFailed onRetry={services.reload} />}
      {ready && step === 'services' && (
        <section aria-labelledby="step" className="animate-enter">
          <ServicesStep
            heading={stepHeading}
            services={shown}
            chosen={chosen}
            stylist={stylist}
            wished={wished}
            tooLong={tooLong}
            wish={wishes.find(({ name }) => name === wizard.wish)}
            onContinue={() => goTo('datetime')}
          />
        </section>
      )}
      {ready && step !== 'services' && (
        <LaterStep
          key={step}
          step={step}
          heading={stepHeading}
          chosen={chosen}
          offered={shown}
          stylists={stylists}
          stylist={stylist}
          withWhom={stylist?.name ?? (stylists[0] && 'Anyone')}
          onGoTo={goTo}
          onOfferChanged={() => {
            services.reload();
            page.reload();
          }}
        />
      )}
      <HelpCallout />
    </div>
  );
}

/** Without scripts there are no free times to choose from. */
function WithoutScript() {
  const { phone, phone_e164 } = useSalon();
  return (
    <noscript>
      <Callout>
        Booking online needs JavaScript. Please call or text us instead{phone && ': '}
        {phone && (
          <a href={`tel:${phone_e164}`} className="underline underline-offset-4">
            {phone}
          </a>
        )}
      </Callout>
    </noscript>
  );
}

/** The address of the first step names none. */
function setStep(query: URLSearchParams, step: Step) {
  if (step === 'services') query.delete('step');
  else query.set('step', step);
}

/** If the address names a step that isn't reachable, replaces it by the step that is shown. */
function useStepInAddress(step: Step, ready: boolean) {
  const [search, changeSearch] = useAddressQuery();
  const requested = search.get('step');
  useEffect(() => {
    if (!ready || (requested ?? 'services') === step) return;
    changeSearch((query) => setStep(query, step), { replace: true });
  }, [ready, requested, step, changeSearch]);
}

/** Moves the focus to the heading of each new step. The first step leaves the focus where it is. */
function useStepFocus(step: Step) {
  const shown = useRef(step);
  // A ref callback, since a step's code may load after the step has changed.
  return useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (!heading || shown.current === step) return;
      shown.current = step;
      heading.focus({ preventScroll: true });
    },
    [step],
  );
}

/** Loads the code of the later steps as soon as a service is chosen. */
function usePreloadSteps(hasChosen: boolean) {
  useEffect(() => {
    if (hasChosen) preloadLaterSteps();
  }, [hasChosen]);
}

/** Clears a chosen date that is in the past, for example in a tab that was left open overnight. */
function useClearPastDate() {
  const today = useSalonToday();
  const isKnown = useServerClock();
  useEffect(() => {
    if (!isKnown) return;
    const { date } = useWizard.getState();
    if (date && date < today)
      useWizard.setState((wizard) => ({ ...withoutHold(wizard), date: null, time: null }));
  }, [today, isKnown]);
}

/**
 * Removes services that are no longer offered, adds the one of `?service=`, or the one that `?wish=` is booked as, and
 * chooses the stylist of `?stylist=` and the day of `?date=`.
 */
function usePreselection(offered: readonly Service[] | null, content: BookPage | null) {
  const [search, changeSearch] = useAddressQuery();
  const askedService = search.get('service');
  const askedWish = search.get('wish');
  const askedStylist = search.get('stylist');
  const askedDate = search.get('date');
  const today = useSalonToday();
  const isKnown = useServerClock();
  useEffect(() => {
    if (!offered || ((askedWish !== null || askedStylist !== null) && !content)) return;
    const { services, setServices, chooseStylist, chooseDate, setWish, refuse } = useWizard.getState();
    const stylist = content?.stylists?.find(({ id }) => id === askedStylist)?.id ?? null;
    if (askedStylist !== null) chooseStylist(stylist);
    // It takes only wishes from the salon's profile, since anybody can create such an address.
    const wish = content?.wishes.find(({ name }) => name === askedWish);
    // Staff may have added it to the catalogue since the link was made.
    const granted = wish && offeredAs(offered, { name: wish.name })?.id;
    if (wish && !granted) setWish(wish.name);
    const asked = askedService ?? granted ?? wish?.service ?? null;
    if (askedDate && isSalonDate(askedDate) && (askedDate >= today || !isKnown)) chooseDate(askedDate);
    // Where nobody can be chosen, the one of the link may be the only one there is.
    if (askedStylist !== null && !stylist && content?.stylists) refuse(NOT_ONLINE, false);
    const isOffered = (id: string) => offered.some((service) => service.id === id);
    const next = services.filter(isOffered);
    if (asked && isOffered(asked) && !next.includes(asked)) next.push(asked);
    if (next.length !== services.length || next.some((id) => !services.includes(id))) setServices(next);
    if ((askedService ?? askedWish ?? askedStylist ?? askedDate) !== null) {
      // It was chosen on another page, and the list is long, so it is scrolled into view.
      document.getElementById(`service-${asked}`)?.scrollIntoView({ block: 'start' });
      changeSearch(
        (next) => {
          for (const part of ['service', 'wish', 'stylist', 'date']) next.delete(part);
        },
        { replace: true },
      );
    }
  }, [offered, content, askedService, askedWish, askedStylist, askedDate, today, isKnown, changeSearch]);
}

/** How to book when the online system fails. Below the step, so that its first field is in view on a phone. */
function HelpCallout() {
  const { phone, phone_e164 } = useSalon();
  if (!phone) return null;
  return (
    <p className="mt-8 flex max-w-2xl gap-3 text-sm text-balance text-stone">
      <MessageCircle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass" />
      <span>
        If the online system shows an error, send us an SMS with your name, requested date and service to{' '}
        <a
          href={`sms:${phone_e164}`}
          className="relative font-medium whitespace-nowrap text-ink tabular-nums underline underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-3.5"
        >
          {phone}
        </a>
        .
      </span>
    </p>
  );
}
