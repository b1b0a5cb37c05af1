import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Service } from '../../../src/contracts/services.ts';
import { PageHead } from '../../salon/page-head.tsx';
import { PageTitle } from '../../salon/page-title.tsx';
import { useSalon } from '../../salon/salon-context.ts';
import { useSalonToday } from '../../salon/salon-today.ts';
import { usePageAnswer, useServices } from '../../salon/use-salon-data.ts';
import { PageHeading } from '../../ui/heading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { HelpNotice } from './help-notice.tsx';
import { useHoldRelease } from './release-hold.ts';
import { ServicesFailed, ServicesStep } from './services-step.tsx';
import { StepIndicator } from './step-indicator.tsx';
import { StepSkeleton } from './step-skeleton.tsx';
import { useWizard } from './store.ts';
import { reachableStep, type Step, withoutHold } from './wizard.ts';

const loadTimeStep = () => import('./time-step.tsx');
const loadCheckoutStep = () => import('./checkout-step.tsx');
const TimeStep = lazy(async () => ({ default: (await loadTimeStep()).TimeStep }));
const CheckoutStep = lazy(async () => ({ default: (await loadCheckoutStep()).CheckoutStep }));

/** The booking wizard. Which step is shown stands in the address, so that Back moves back within it. */
export function BookingPage() {
  const services = useServices();
  const { calls_to_action } = useSalon();
  const wizard = useWizard();
  const [search, setSearch] = useSearchParams();
  const ready = services.status === 'ready';
  const step = reachableStep(search.get('step'), wizard);
  const stepHeading = useStepFocus(step);
  useForgetPastDate();
  useHoldRelease();
  useLaterSteps(wizard.services.length > 0);
  usePreselection(ready ? services.data : null);

  const goTo = (next: Step) => setSearch(next === 'services' ? {} : { step: next });
  const chosen = ready
    ? wizard.services.flatMap((id) => services.data.find((service) => service.id === id) ?? [])
    : [];

  return (
    <div className="frame pt-28 pb-20 lg:pt-36">
      <Head />
      <div className="mb-8 space-y-6">
        <PageHeading>{calls_to_action.book_appointment}</PageHeading>
        <StepIndicator step={step} onGoTo={goTo} />
        <HelpNotice />
        <WithoutScript />
      </div>
      {services.status === 'loading' && <StepSkeleton label="Loading services..." />}
      {services.status === 'failed' && <ServicesFailed onRetry={services.reload} />}
      {ready && step === 'services' && (
        <Section>
          <ServicesStep
            heading={stepHeading}
            services={services.data}
            chosen={chosen}
            onContinue={() => goTo('datetime')}
          />
        </Section>
      )}
      {/* Not around the first step: what is ticked while React has yet to reach it would be lost (decision 023). */}
      {ready && step !== 'services' && (
        <Suspense fallback={<StepSkeleton label="Loading..." />}>
          <Section key={step}>
            {step === 'datetime' && <TimeStep heading={stepHeading} chosen={chosen} onGoTo={goTo} />}
            {step === 'checkout' && (
              <CheckoutStep
                heading={stepHeading}
                chosen={chosen}
                onGoTo={goTo}
                onServicesChanged={services.reload}
              />
            )}
          </Section>
        </Suspense>
      )}
    </div>
  );
}

function Section({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="step" className="animate-enter">
      {children}
    </section>
  );
}

/** Free times can't be shown without a script. */
function WithoutScript() {
  const { phone, phone_e164 } = useSalon();
  return (
    <noscript>
      <Notice>
        Booking online needs JavaScript. Please call or text us instead:{' '}
        <a href={`tel:${phone_e164}`} className="underline underline-offset-4">
          {phone}
        </a>
      </Notice>
    </noscript>
  );
}

/** The wizard doesn't wait for its title. */
function Head() {
  const page = usePageAnswer('book');
  if (page.status !== 'ready') return <PageTitle>Book an appointment</PageTitle>;
  return <PageHead name="book" title={page.data.title} description={page.data.description} />;
}

/** Moves the focus to a new step's heading, where reading goes on; the step shown first keeps the page's. */
function useStepFocus(step: Step) {
  const shown = useRef(step);
  // Called with the heading as soon as it is there: a step's code may come after the step.
  return useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (!heading || shown.current === step) return;
      shown.current = step;
      heading.focus({ preventScroll: true });
    },
    [step],
  );
}

/** Once something is chosen, the next steps are close. */
function useLaterSteps(wanted: boolean) {
  useEffect(() => {
    // What doesn't come now is asked for again when its step is shown.
    if (wanted) Promise.all([loadTimeStep(), loadCheckoutStep()]).catch(() => {});
  }, [wanted]);
}

/** A tab left open over midnight may still hold a day that has gone. */
function useForgetPastDate() {
  const today = useSalonToday();
  useEffect(() => {
    const { date } = useWizard.getState();
    if (date && date < today)
      useWizard.setState((wizard) => ({ ...withoutHold(wizard), date: null, time: null }));
  }, [today]);
}

/** Drops what is no longer offered, and adds what `?service=` names. */
function usePreselection(offered: readonly Service[] | null) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('service');
  useEffect(() => {
    if (!offered) return;
    const { services, setServices } = useWizard.getState();
    const isOffered = (id: string) => offered.some((service) => service.id === id);
    const next = services.filter(isOffered);
    if (asked && isOffered(asked) && !next.includes(asked)) next.push(asked);
    if (next.length !== services.length || next.some((id) => !services.includes(id))) setServices(next);
    if (asked !== null) {
      setSearch(
        (params) => {
          params.delete('service');
          return params;
        },
        { replace: true },
      );
    }
  }, [offered, asked, setSearch]);
}
