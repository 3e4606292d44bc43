import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Publisher } from './made-once.ts';
import { referenceStyle } from './reference-style.ts';

/** A server that publishes the reference, with the font that its pages are set in. */
export type ReferencePublisher = Publisher & Pick<Context, 'console'>;

/** From a page to where the server's paths begin. */
export type Up = '' | '../';

/** The style of pages at that depth. */
export function styleOf({ console: { assets } }: Pick<Context, 'console'>, up: Up): string {
  const font = [...assets.keys()].find((asset) => /^Inter.*\.woff2$/.test(asset));
  return referenceStyle(font && `${up}assets/${font}`);
}

/** What the policy of pages with that style lets in: it, the font that comes with the program, and a form that searches. */
export function headersFor(style: string): Record<string, string> {
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  };
}
