import { z } from 'zod';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import type { Given } from '../../contract/calls.ts';
import { agentTool, textContent } from '../agent-tool.ts';
import { visibleJson } from '../visible-json.ts';

type Body = Given<'PATCH /workspace/v1/files/{file_key}/nodes'>['body'];

/** Changes nodes of a file, as a new version. */
export const patch = agentTool({
  name: 'patch',
  title: 'Change nodes',
  description:
    'Changes nodes of a file in one step, as a new version: all operations or none. { "op": "set", "id", "properties" }, { "op": "insert", "parent", "index"?, "node" }, { "op": "move", "id", "parent", "index"? }, { "op": "remove", "id" }, { "op": "copy", "id", "parent", "index"? }; properties have the names of the REST API, as characters, fills, itemSpacing. Layout, instances and boxes follow. Change only what the person asked for.',
  input: z.object({
    fileKey: z.string().max(200).describe('Key of the file.'),
    operations: z
      .array(z.looseObject({ op: z.enum(['set', 'insert', 'move', 'remove', 'copy']) }))
      .min(1)
      .max(1000)
      .describe('What to do, one after the other.'),
    ifVersion: z
      .string()
      .max(128)
      .optional()
      .describe('Id of the version that the change is meant for; refused where another is current.'),
    message: z.string().max(2000).optional().describe('What was changed, for the history of the file.'),
  }),
  isWrite: true,
  isDestructive: true,
  run: async ({ fileKey, operations, ifVersion, message }, ask) => {
    const body = { operations, message, if_version: ifVersion } as Body;
    const path = { file_key: fileKeyOf(fileKey) };
    return textContent(
      visibleJson(await ask.call('PATCH /workspace/v1/files/{file_key}/nodes', { path, body })),
    );
  },
});
