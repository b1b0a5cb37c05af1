import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { smsConsent } from '../../../../src/salon/sms-consent.ts';
import { CallButton } from '../../../salon/call-button.tsx';
import { useSalon } from '../../../salon/salon-context.ts';
import { asDoneBy } from '../../../salon/stylists.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { TextArea, TextField } from '../../../ui/form/field.tsx';
import { phoneAsTyped } from '../../../ui/form/phone-text.ts';
import { HoldCountdown, HoldExpired } from '../hold/hold-countdown.tsx';
import { type LaterStepProps, StepLayout } from '../step/step-layout.tsx';
import { ShortSummary, Summary } from '../step/summary.tsx';
import { useWizard } from '../wizard/store.ts';
import type { CustomerInfo } from '../wizard/wizard.ts';
import { fieldErrorText } from './booking-error.ts';
import { CheckoutForm, type Customer } from './checkout-form.ts';
import { CodePanel } from './code-panel.tsx';
import { Honeypot } from './honeypot.tsx';
import { toastFirstError } from './toast-first-error.ts';
import { useSubmit } from './use-submit.ts';

const FORM_ID = 'checkout';

/** Step 3: the customer's details. */
export function CheckoutStep({ heading, withWhom, onGoTo, ...offer }: LaterStepProps) {
  // As soon as a time is held, it is a stylist's, also if the visitor wishes for anyone.
  const hold = useWizard((wizard) => wizard.hold);
  const held = hold?.until ? offer.stylists.find(({ id }) => id === hold.stylist) : undefined;
  const stylist = held ?? offer.stylist;
  const chosen = held ? offer.chosen.map((service) => asDoneBy(held, service)) : offer.chosen;
  const { name: salonName, address } = useSalon();
  const consent = smsConsent(salonName);
  const form = useForm<CustomerInfo, unknown, Customer>({
    resolver: zodResolver(CheckoutForm),
    defaultValues: useWizard.getState().customer,
    shouldFocusError: false,
  });
  const { register, formState, subscribe } = form;
  const honeypot = useRef<HTMLInputElement>(null);
  const { errors } = formState;
  const { submit, isSubmitting, refusal, contactCode, isUnanswered } = useSubmit({
    ...offer,
    onGoTo,
    form,
    honeypot,
  });

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => useWizard.getState().setCustomer(values),
      }),
    [subscribe],
  );

  return (
    <StepLayout
      title="Checkout"
      heading={heading}
      back={{ label: 'Back to date & time', onClick: () => onGoTo('datetime') }}
      summary={<Summary title="Your appointment" chosen={chosen} withWhom={stylist?.name ?? withWhom} />}
      action={
        <>
          <ShortSummary chosen={chosen} stylist={stylist} />
          <HoldCountdown />
          <Button
            type="submit"
            form={FORM_ID}
            className="w-full max-lg:short:w-auto max-lg:short:shrink-0"
            aria-disabled={isSubmitting}
          >
            {contactCode.asked ? 'Waiting for your code' : isSubmitting ? 'Booking...' : 'Book Appointment'}
          </Button>
          <div className="mt-3 max-lg:hidden">
            <Reassurance />
          </div>
          <p className="sr-only" role="status">
            {isSubmitting && !contactCode.asked ? 'Booking your appointment...' : ''}
          </p>
        </>
      }
    >
      <div className="space-y-8 lg:max-w-xl">
        <form
          id={FORM_ID}
          noValidate
          onSubmit={form.handleSubmit(submit, (errors) => showField(form, toastFirstError(errors)))}
          className="space-y-5"
        >
          <fieldset disabled={isSubmitting} className="space-y-5">
            <legend className="sr-only">Your details</legend>
            <TextField
              id="name"
              label="Name"
              required
              autoComplete="name"
              error={fieldErrorText(errors.customer_name?.message)}
              {...register('customer_name')}
            />
            <TextField
              id="email"
              type="email"
              label="Email"
              required
              autoComplete="email"
              inputMode="email"
              error={fieldErrorText(errors.customer_email?.message)}
              {...register('customer_email')}
            />
            <TextField
              id="phone"
              type="tel"
              label="Phone"
              required
              autoComplete="tel"
              inputMode="tel"
              error={fieldErrorText(errors.customer_phone?.message)}
              {...register('customer_phone', {
                onChange: ({ target }) => {
                  if (target.selectionStart === target.value.length)
                    form.setValue('customer_phone', phoneAsTyped(target.value, address.country));
                },
              })}
            />
            <TextArea
              id="notes"
              label="Notes"
              hint="Anything we should know: allergies, hair history, wishes."
              error={fieldErrorText(errors.notes?.message)}
              {...register('notes')}
            />
            <Honeypot ref={honeypot} />
            <div className="space-y-1.5">
              <label className="flex gap-4 rounded-md border border-line bg-white p-4 has-aria-invalid:border-bad">
                <input
                  type="checkbox"
                  required
                  aria-invalid={errors.sms_consent ? true : undefined}
                  aria-describedby={errors.sms_consent ? 'consent-note' : undefined}
                  className="mt-0.5 size-5 shrink-0 accent-plum"
                  {...register('sms_consent')}
                />
                <span>
                  {consent.agreement}
                  <span className="mt-1 block text-sm text-stone">{consent.terms}</span>
                </span>
              </label>
              {errors.sms_consent && (
                <p id="consent-note" className="text-sm font-medium text-bad">
                  {fieldErrorText(errors.sms_consent.message)}
                </p>
              )}
            </div>
          </fieldset>
        </form>
        {contactCode.asked && (
          <CodePanel
            asked={contactCode.asked}
            contacts={{ sms: form.getValues('customer_phone'), email: form.getValues('customer_email') }}
            onSend={contactCode.sendCode}
            onAnswer={contactCode.answerCode}
            onGiveUp={contactCode.giveUp}
          />
        )}
        <div className="lg:hidden">
          <Reassurance />
        </div>
        {/* Below the form, so that the fields don't move while the visitor is typing. */}
        <HoldExpired />
        {isUnanswered && (
          <CalloutInView>
            We didn’t get an answer, so we can’t tell whether your booking arrived. Nothing you typed is lost:
            press “Book Appointment” again. You won’t be booked twice.
          </CalloutInView>
        )}
        {refusal && <CalloutInView actions={<CallButton verb="Call" />}>{refusal}</CalloutInView>}
      </div>
    </StepLayout>
  );
}

/** A callout near the button, since on a phone the top of the form would be off the screen. */
function CalloutInView({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={notice} className="scroll-my-4">
      <Callout tone="error" actions={actions}>
        {children}
      </Callout>
    </div>
  );
}

/** Moves the focus to a field and scrolls it to the middle of the screen. */
function showField(form: Pick<UseFormReturn<CustomerInfo>, 'setFocus'>, name: keyof CustomerInfo) {
  // The form marks its fields only with the next render.
  requestAnimationFrame(() => {
    form.setFocus(name);
    document.activeElement?.scrollIntoView({ block: 'center' });
  });
}

const linkClass = 'underline underline-offset-4 hover:text-ink';

/** The promises that visitors look for before they book: that nothing is paid now, how to cancel, and which terms apply. */
function Reassurance() {
  const { self_service_cutoff_hours } = useSalon();
  return (
    <p className="text-sm text-pretty text-stone">
      Nothing to pay now: you pay at the salon. Cancel or move online up to {self_service_cutoff_hours} hours
      before. By booking you agree to our{' '}
      <Link to="/terms-conditions" target="_blank" className={linkClass}>
        terms
      </Link>{' '}
      and{' '}
      <Link to="/privacy-policy" target="_blank" className={linkClass}>
        privacy policy
      </Link>
      .
    </p>
  );
}
