import { NotProven, ProviderAway } from '../../access/single-sign-on/provider-failures.ts';
import type { SingleSignOn } from '../../access/single-sign-on/single-sign-on.ts';
import { html } from '../../console/html.ts';
import type { Context } from '../../context.ts';
import { notFound } from '../../errors.ts';
import type { TextAnswer } from '../../operation.ts';
import { pageAnswer } from '../../pages/page.ts';

/** @throws ApiError 404 where people sign in here alone */
export function requireSingleSignOn({ singleSignOn }: Pick<Context, 'singleSignOn'>): SingleSignOn {
  if (singleSignOn === undefined) throw notFound('This installation has no single sign-on.');
  return singleSignOn;
}

/** A page that says why nobody was signed in, and leads back to the start. */
export const notSignedInPage = (basePath: string, sentence: string, status = 403): TextAnswer =>
  pageBackToSignIn(basePath, {
    title: 'Not signed in',
    heading: 'You were not signed in',
    sentence,
    status,
  });

interface Reason {
  readonly title: string;
  readonly heading: string;
  readonly sentence: string;
  readonly status: number;
}

const pageBackToSignIn = (basePath: string, { title, heading, sentence, status }: Reason): TextAnswer =>
  pageAnswer({
    title,
    basePath,
    status,
    content: html`<h1>${heading}</h1>
<p>${sentence}</p>
<p><a href="${basePath}/sign-in">Back to sign-in</a></p>`,
  });

/** @throws whatever is no outage of the provider */
export function providerAwayPage(error: unknown, context: Context, basePath: string): TextAnswer {
  if (!(error instanceof ProviderAway)) throw error;
  context.log.error({ error: error.message }, 'the provider of single sign-on does not answer');
  const sentence = `The provider of ${context.singleSignOn?.settings.label ?? 'single sign-on'} does not answer as it should. Try again in a while, or tell whoever runs this installation.`;
  return pageBackToSignIn(basePath, {
    title: 'Sign-in elsewhere does not work',
    heading: 'The provider does not answer',
    sentence,
    status: 502,
  });
}

/** @throws whatever is no answer of the provider that proves nothing */
export function notProvenPage(error: unknown, context: Context, basePath: string): TextAnswer {
  if (!(error instanceof NotProven)) return providerAwayPage(error, context, basePath);
  context.log.warn({ error: error.message }, 'the provider of single sign-on proved nobody');
  const sentence =
    error.code === undefined
      ? 'What came from the provider does not prove who you are. Begin again.'
      : `The provider did not let you in: ${error.code}.`;
  return notSignedInPage(basePath, sentence);
}
