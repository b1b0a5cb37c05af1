import { ArrowLeft } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import type { Service } from '../../../../src/contracts/salon/services.ts';
import type { PublicStylist } from '../../../../src/contracts/salon/stylists.ts';
import type { Step } from '../wizard/wizard.ts';

/** The props of each later step. */
export interface LaterStepProps {
  readonly heading: Ref<HTMLHeadingElement>;
  readonly chosen: readonly Service[];
  readonly offered: readonly Service[];
  /** Those among whom the visitor can choose; none if there aren't several. */
  readonly stylists: readonly PublicStylist[];
  /** The one who is wished for; undefined for anyone. */
  readonly stylist: PublicStylist | undefined;
  readonly onGoTo: (step: Step) => void;
  /** That in words; undefined where nobody can be chosen. */
  readonly withWhom: string | undefined;
  /** Called when the server has refused what the page shows as offered. */
  readonly onOfferChanged: () => void;
}

/**
 * One step: its content, the summary, and the button that continues. On wide screens summary and button stay in view
 * beside the content. On narrow screens the button is in a bar at the bottom, of one row where there is little height.
 */
export function StepLayout({
  title,
  heading,
  back,
  summary,
  action,
  children,
}: {
  title: string;
  heading: Ref<HTMLHeadingElement>;
  back?: { label: string; onClick: () => void };
  summary: ReactNode;
  /** The button that continues; falsy while the step isn't complete. */
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-12">
      <div className="space-y-6 sm:space-y-8">
        {/* A phone shows them in one line, the heading first. */}
        <div className="flex flex-wrap-reverse items-center justify-between gap-x-4 sm:flex-col sm:flex-nowrap sm:items-start sm:gap-y-2">
          {back && (
            <button
              type="button"
              onClick={back.onClick}
              className="-ml-1 flex min-h-11 items-center gap-2 px-1 text-stone underline-offset-4 max-sm:order-1 max-sm:text-sm hover:text-ink hover:underline"
            >
              <ArrowLeft aria-hidden="true" className="size-4" />
              {back.label}
            </button>
          )}
          <h2 id="step" ref={heading} tabIndex={-1} className="-scroll-mt-3 text-xl">
            {title}
          </h2>
        </div>
        {children}
      </div>
      {/* `contents` makes the bar stick within the whole step, not only within the summary. */}
      <div className="contents lg:sticky lg:top-28 lg:block lg:rounded-md lg:border lg:border-line lg:bg-white lg:p-6 lg:shadow-md">
        <div className="max-lg:rounded-md max-lg:border max-lg:border-line max-lg:bg-white max-lg:p-5">
          {summary}
        </div>
        {action && (
          <div
            data-bar=""
            className="animate-enter max-lg:short:flex max-lg:short:items-center max-lg:short:justify-end max-lg:short:gap-x-5 max-lg:short:py-2 max-lg:bottom-0 max-lg:z-30 max-lg:tall:sticky max-lg:-mx-[clamp(16px,4vw,40px)] max-lg:border-t max-lg:border-line max-lg:bg-ivory max-lg:px-[clamp(16px,4vw,40px)] max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:mt-6"
          >
            {action}
          </div>
        )}
      </div>
    </div>
  );
}
