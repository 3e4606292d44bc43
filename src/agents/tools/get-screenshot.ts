import { z } from 'zod';
import { agentTool } from '../agent-tool.ts';
import { nodeArguments, requiredNode, unusedArguments } from '../arguments.ts';
import { screenshotOf } from '../screenshot.ts';

/** What a node looks like. */
export const getScreenshot = agentTool({
  name: 'get_screenshot',
  title: 'Picture of a node',
  description: 'A picture of a node as PNG.',
  input: z.object({
    ...nodeArguments,
    maxDimension: z
      .number()
      .int()
      .min(16)
      .max(2048)
      .default(1024)
      .describe('Most pixels of the longer side.'),
    ...unusedArguments,
  }),
  run: async (args, ask) => screenshotOf(ask, requiredNode(args), args.maxDimension),
});
