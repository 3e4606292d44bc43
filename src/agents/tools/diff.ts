import { z } from 'zod';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import { agentTool, textContent } from '../agent-tool.ts';
import { maxTokens } from '../arguments.ts';
import { linesWithin } from '../lines-within.ts';

/** What changed in a file since a version. */
export const diff = agentTool({
  name: 'diff',
  title: 'Changes between two versions',
  description:
    'What changed in a file between two versions, node by node: counts first, then changes with properties before and after, as JSON, one change a line.',
  input: z.object({
    fileKey: z.string().max(200).describe('Key of the file.'),
    from: z.string().max(128).describe('Id of the earlier version, or key of a branch.'),
    to: z.string().max(128).optional().describe('Of the later one; the current state if left out.'),
    maxTokens,
  }),
  run: async ({ fileKey, from, to, maxTokens: most }, ask) => {
    const { summary, changes, next_cursor } = await ask.call('GET /workspace/v1/files/{file_key}/diff', {
      path: { file_key: fileKeyOf(fileKey) },
      query: { from, ...(to === undefined ? {} : { to }), page_size: 200 },
    });
    return textContent(linesWithin([{ summary }, ...changes], most, next_cursor !== undefined));
  },
});
