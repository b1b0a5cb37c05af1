import { Part } from '../system/parts.tsx';

/** The keys with which other programs read or change something here. */
export function ApiKeysPart() {
  return (
    <Part title="API keys">
      <p className="max-w-3xl text-sm text-stone">
        A key lets another program, such as your accountant’s, read or change what you choose.
      </p>
    </Part>
  );
}
