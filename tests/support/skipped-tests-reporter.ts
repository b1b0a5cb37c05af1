import type { Reporter } from 'vitest/node';

/** Says at the end of a run, just before its summary, which tests gave a reason for not running. */
export const skippedTestsReporter: Reporter = {
  onTestRunEnd: (modules) => {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].flatMap((test) => {
        const result = test.result();
        return result.state === 'skipped' && result.note ? [`  ${test.fullName}: ${result.note}`] : [];
      }),
    );
    if (lines.length > 0)
      process.stdout.write(`\nNOT RUN here, and so not proven here:\n${lines.join('\n')}\n`);
  },
};
