import { reel } from '../../pictures/reel.ts';
import { PageTitle } from '../../salon/page/page-title.tsx';
import { useSalon } from '../../salon/salon-context.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/heading.tsx';
import { Picture } from '../../ui/picture.tsx';

export function NotFoundPage() {
  const { calls_to_action } = useSalon();
  return (
    <div className="frame grid min-h-[80svh] items-center gap-x-12 gap-y-10 pt-28 pb-20 md:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-20 lg:pt-36">
      <PageTitle>Page not found</PageTitle>
      <div className="space-y-6">
        <PageHeading className="text-3xl">Oops! Page not found</PageHeading>
        <p className="max-w-md text-lg text-stone">
          The address may have been mistyped, or the page has moved. It happens, like knots.
        </p>
        <div className="flex gap-3 max-sm:flex-col">
          <ButtonLink to="/">Return to Home</ButtonLink>
          <ButtonLink to="/services" look="outline">
            {calls_to_action.view_services}
          </ButtonLink>
        </div>
      </div>
      <Picture
        of={reel.curls}
        alt=""
        sizes="(min-width: 64rem) 22rem, (min-width: 48rem) 18rem, 92vw"
        className="aspect-3/2 w-full rounded-md object-cover md:aspect-4/5"
      />
    </div>
  );
}
