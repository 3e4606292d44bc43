import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  commentIdOf,
  devResourceIdOf,
  exactNodeId,
  fileKeyOf,
  projectIdOf,
  userIdOf,
  versionIdOf,
  webhookIdOf,
} from '../contract/branded-ids.ts';
import { compileCheck } from '../contract/schema-checks.ts';
import { payloadText, type WebhookEvent } from './event-types.ts';
import { libraryPublishes } from './library-publish.ts';
import { payloadFor } from './webhook-payload.ts';

const file = { key: fileKeyOf('abcDEF123'), name: 'Landing page', projectId: projectIdOf('200') };
const by = { id: userIdOf('9007199254740993'), handle: 'Alice', imgUrl: '' };
const item = (name: string) => ({ key: `key-${name}`, name });
const at = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const link = {
  id: devResourceIdOf('7'),
  name: 'Story',
  url: 'https://example.com/7',
  fileKey: file.key,
  nodeId: exactNodeId('1:2'),
};

const events: readonly WebhookEvent[] = [
  { type: 'PING', webhookId: webhookIdOf('22') },
  { type: 'FILE_UPDATE', file },
  { type: 'FILE_DELETE', file, by },
  {
    type: 'FILE_VERSION_UPDATE',
    file,
    by,
    version: { id: versionIdOf('443'), createdAt: at, description: 'Why' },
  },
  {
    type: 'LIBRARY_PUBLISH',
    file,
    by,
    description: 'Adjusted',
    assets: 'variables',
    changes: { created: [item('new')], modified: [item('other')], deleted: [item('gone')] },
  },
  {
    type: 'FILE_COMMENT',
    file,
    by,
    comment: {
      id: commentIdOf('32'),
      createdAt: at,
      fragments: [{ text: 'See ' }, { mention: by.id }],
      mentions: [by],
    },
  },
  {
    type: 'DEV_MODE_STATUS_UPDATE',
    file,
    by,
    nodeId: exactNodeId('1:2'),
    status: 'READY_FOR_DEV',
    message: 'Go',
    relatedLinks: [link],
  },
];

/** `FILE_UPDATE` → `FileUpdate`, the middle of its schema's name. */
const pascal = (type: string): string =>
  type.toLowerCase().replace(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase());

const payloadOf = (event: WebhookEvent) =>
  JSON.parse(payloadFor(payloadText(event, at), { id: webhookIdOf('22'), passcode: 'secret' }));

describe('the payload of', () => {
  it.each(events.map((event) => [event.type, event] as const))('%s keeps to the contract', (type, event) => {
    const check = compileCheck({ $ref: `#/components/schemas/Webhook${pascal(type)}Payload` });
    expect(check(payloadOf(event))).toEqual([]);
    expect(check({ ...payloadOf(event), timestamp: undefined })).not.toEqual([]);
  });

  const corpus = resolve(process.env.VITRINE_CORPUS ?? '../shared/data', 'api/webhooks');
  const samples = namesIn(corpus);
  const note = samples.length === 0 ? ` (left out: no samples in ${corpus})` : '';

  it.skipIf(samples.length === 0)(`each type has the members of the samples${note}`, () => {
    const seen = samples.map((name) => JSON.parse(readFileSync(join(corpus, name), 'utf8')));
    expect(new Set(seen.map(({ event_type }) => event_type))).toEqual(
      new Set(events.map(({ type }) => type)),
    );
    for (const sample of seen) {
      const event = events.find(({ type }) => type === sample.event_type) as WebhookEvent;
      expect(Object.keys(payloadOf(event))).toEqual(expect.arrayContaining(Object.keys(sample)));
    }
  });

  it('LIBRARY_PUBLISH comes once for each type of asset that changed', () => {
    const none = { created: [], modified: [], deleted: [] };
    const changed = { ...none, deleted: [item('gone')] };
    const published = libraryPublishes(
      { file, by },
      { components: changed, styles: none, variables: changed },
    );
    expect(published.map(({ assets }) => assets)).toEqual(['components', 'variables']);
    expect(payloadOf(published[0] as WebhookEvent)).toMatchObject({
      deleted_components: [item('gone')],
      deleted_variables: [],
    });
  });
});

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
