import { z } from 'zod';
import { fileKeyOf } from '../../contract/branded-ids.ts';
import { agentTool, textContent } from '../agent-tool.ts';
import { maxTokens } from '../arguments.ts';
import { linesWithin } from '../lines-within.ts';

/** Nodes of a file by a selector. */
export const select = agentTool({
  name: 'select',
  title: 'Nodes by a selector',
  description:
    'Nodes of a file by a selector of CSS, as JSON, one a line: types of nodes stand for elements, properties of nodes for attributes, as FRAME[layoutMode=NONE] > TEXT[style.fontFamily="Poppins"], INSTANCE[componentId="1:2"], TEXT[characters*="Buy"].',
  input: z.object({
    fileKey: z.string().max(200).describe('Key of the file.'),
    selector: z.string().min(1).max(5000).describe('The selector.'),
    properties: z
      .string()
      .max(4000)
      .optional()
      .describe('Properties to answer, comma-separated, as characters,style.fontSize.'),
    maxTokens,
  }),
  run: async ({ fileKey, selector, properties, maxTokens: most }, ask) => {
    const { nodes, next_cursor } = await ask.call('GET /workspace/v1/files/{file_key}/select', {
      path: { file_key: fileKeyOf(fileKey) },
      query: { selector, page_size: 200, ...(properties === undefined ? {} : { properties }) },
    });
    return textContent(linesWithin(nodes, most, next_cursor !== undefined));
  },
});
