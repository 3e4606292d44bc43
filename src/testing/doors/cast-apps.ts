import { onePixelPng, organizations } from '../cast.ts';
import { broughtBack, byRestore, type Row } from './by-restore.ts';
import type { LetThrough, Try } from './door.ts';
import type { Visit } from './visit.ts';

/** An app as somebody makes it, as a workspace file names it, and as it can be published. */
export const app = { name: 'App', organization: organizations.acme };
export const made = { ...app, client_id: 'app1' };
export const whole = {
  ...made,
  redirect_urls: ['https://app.example/back'],
  scopes: ['current_user:read'],
  client_secret: 'a-secret-of-the-app',
  description: 'Ours.',
  logo: `data:image/png;base64,${onePixelPng.toString('base64')}`,
  testing_instructions: { steps: 'Open it.' },
};

/** The app comes back by a backup that says this of it. */
export const savedBack = (more: object): Try => byRestore('apps', configured(more), bringPrivate);
export const savedBackAnyway = (because: string, more: object): LetThrough =>
  broughtBack(because, 'apps', configured(more), bringPrivate);
const configured = (more: object) => (rows: readonly Row[]) =>
  rows.map((row) => ({
    ...row,
    configuration: JSON.stringify({ ...JSON.parse(String(row.configuration)), ...more }),
  }));

const bring =
  (more: object) =>
  ({ play }: Visit) =>
    play('admin', 'POST /workspace/v1/apply', { apps: [{ ...whole, ...more }] });

export const bringPublic = bring({ state: 'public' });
export const bringPrivate = bring({ state: 'private' });
export const bringDraft = bring({ visibility: 'public' });
/** A public app that waits for its review. */
export const submit = async (visit: Visit) => {
  await bringDraft(visit);
  return visit.play('alice', 'POST /workspace/v1/apps/app1/publish');
};
