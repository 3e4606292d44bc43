import type { ScopeName } from '../../parts/scope-choice.tsx';
import type { App, AppChanges } from './app-queries.ts';

export type Configuration = NonNullable<App['live']>;

/** A redirect address in the form; the id tells it from others while it is written. */
export interface Address {
  readonly id: number;
  readonly url: string;
}

/** What stands in the form. */
export interface Draft {
  readonly name: string;
  readonly website: string;
  readonly description: string;
  readonly logo: string | null;
  readonly addresses: readonly Address[];
  readonly scopes: readonly ScopeName[];
  readonly visibility: Configuration['visibility'];
  readonly support: string;
  readonly steps: string;
  readonly video: string;
  readonly trial: string;
}

let addressesMade = 0;
export const newAddress = (url = ''): Address => ({ id: ++addressesMade, url });

export function draftOf(configuration: Configuration): Draft {
  const { name, description, logo, scopes, visibility } = configuration;
  const { steps = '', video_url = '', trial = '' } = configuration.testing_instructions ?? {};
  const { redirect_urls: urls, website, support_contact } = configuration;
  return {
    name,
    description,
    logo,
    scopes,
    visibility,
    steps,
    trial,
    video: video_url,
    website: website ?? '',
    support: support_contact ?? '',
    addresses: (urls.length === 0 ? [''] : urls).map((url) => newAddress(url)),
  };
}

/** The configuration that the form describes; rows without an address are none. */
export function configurationOf(draft: Draft): Configuration {
  const { logo, scopes, visibility, description } = draft;
  const [steps, video, trial] = [draft.steps.trim(), draft.video.trim(), draft.trial.trim()];
  const instructions = {
    steps,
    ...(video === '' ? {} : { video_url: video }),
    ...(trial === '' ? {} : { trial }),
  };
  return {
    name: draft.name.trim(),
    description: description.trim(),
    logo,
    visibility,
    website: draft.website.trim() || null,
    support_contact: draft.support.trim() || null,
    redirect_urls: [...new Set(draft.addresses.map(({ url }) => url.trim()).filter((url) => url !== ''))],
    scopes: [...scopes].sort(),
    testing_instructions: `${steps}${video}${trial}` === '' ? null : instructions,
  };
}

/** What differs, and nothing that somebody else may have changed meanwhile. */
export function changesOf(before: Configuration, after: Configuration): AppChanges {
  const names = Object.keys(after) as (keyof Configuration)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}
