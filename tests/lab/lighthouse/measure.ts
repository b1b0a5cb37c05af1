import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { chromiumPath } from '../../support/machine/chromium.ts';

export interface Visit {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** Largest contentful paint, total blocking time, cumulative layout shift. */
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** Bytes of scripts as they were sent, headers included. */
  readonly scriptBytes: number;
  readonly browser: string;
  readonly lighthouse: string;
  /** Audits that cost a score of accessibility, best practices or SEO. */
  readonly failed: readonly string[];
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/** Visits that the browser's recording failed in, not the page. */
const ATTEMPTS = 3;

/** Visits a page once as a phone on a slow network would; begun again when nothing could be recorded of it. */
export async function visit(url: string): Promise<Visit> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await recordedVisit(url);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      console.log(`${error instanceof Error ? error.message : error}; once more`);
    }
  }
}

async function recordedVisit(url: string): Promise<Visit> {
  const chrome = await launch({
    chromePath: chromiumPath(),
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      onlyCategories: CATEGORIES,
    });
    if (!result || result.lhr.runtimeError) {
      throw new Error(`${url} could not be measured: ${result?.lhr.runtimeError?.message ?? 'no result'}`);
    }
    const { categories, audits } = result.lhr;
    const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
    const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
    const others = CATEGORIES.slice(1).flatMap((name) => categories[name]?.auditRefs ?? []);
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      scriptBytes: scriptBytes(audits['network-requests']?.details),
      browser: /Chrome\/([\d.]+)/.exec(result.lhr.userAgent)?.[1] ?? 'unknown',
      lighthouse: result.lhr.lighthouseVersion,
      failed: others
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    };
  } finally {
    chrome.kill();
  }
}

/** Sums up what the list of requests tells of scripts. */
function scriptBytes(details: unknown): number {
  const { items } = details as { items: readonly { resourceType?: string; transferSize?: number }[] };
  return items
    .filter(({ resourceType }) => resourceType === 'Script')
    .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}
