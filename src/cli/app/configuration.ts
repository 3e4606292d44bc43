import { resolve } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import type { Values } from '../arguments.ts';
import { readNamedDocument } from '../read-named-file.ts';
import type { SentBody } from '../server-call.ts';
import type { OptionTable } from '../usage.ts';

/** What is given of an app's configuration. */
export const configurationOptions = {
  description: { type: 'string', value: 'TEXT', sentence: 'What it does, for whom it asks.' },
  website: { type: 'string', value: 'URL', sentence: 'Where people learn more of it.' },
  'redirect-urls': {
    type: 'string',
    value: 'LIST',
    sentence: 'Addresses that people are sent back to, separated by spaces.',
  },
  scopes: {
    type: 'string',
    value: 'LIST',
    sentence: 'Scopes separated by commas, or all: every scope of the interface.',
  },
  visibility: {
    type: 'string',
    value: 'KIND',
    sentence: 'private, for the people of its team or organization, or public.',
  },
  logo: { type: 'string', value: 'FILE', sentence: 'A PNG, JPEG, GIF or WebP of 256 KB at the most.' },
  'support-contact': {
    type: 'string',
    value: 'ADDRESS',
    sentence: 'An e-mail address or an https:// address, for people who need help.',
  },
  'testing-steps': {
    type: 'string',
    value: 'TEXT',
    sentence: 'Of a public app: what a reviewer does to try it.',
  },
} as const satisfies OptionTable;

/** The same as the server takes it; what is not given is left out. */
export async function configurationOf(
  values: Values<typeof configurationOptions>,
  cwd: string,
): Promise<Omit<SentBody<'PUT /workspace/v1/apps/{client_id}'>, 'name'>> {
  const { description, website, scopes, visibility, logo } = values;
  const steps = values['testing-steps'];
  return {
    description,
    website,
    visibility,
    support_contact: values['support-contact'],
    redirect_urls: values['redirect-urls']?.split(/\s+/).filter((url) => url !== ''),
    scopes: scopes === 'all' ? scopes : scopes?.split(',').map((scope) => scope.trim()),
    logo: logo === undefined ? undefined : await imageAddress(resolve(cwd, logo)),
    testing_instructions: steps === undefined ? undefined : { steps },
  };
}

/** An image as a `data:` address. */
async function imageAddress(path: string): Promise<string> {
  const bytes = await readNamedDocument(path);
  const type = (await fileTypeFromBuffer(bytes))?.mime ?? 'application/octet-stream';
  return `data:${type};base64,${bytes.toString('base64')}`;
}
