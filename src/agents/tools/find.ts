import { z } from 'zod';
import { agentTool, textContent } from '../agent-tool.ts';
import { maxTokens } from '../arguments.ts';
import { Refused } from '../ask.ts';
import { linesWithin } from '../lines-within.ts';

const filter = (sentence: string) => z.string().min(1).max(200).optional().describe(sentence);

/** Nodes of all files by words. */
export const find = agentTool({
  name: 'find',
  title: 'Nodes by words',
  description:
    'Nodes of all files that the person sees whose name or text has all words, best first, as JSON, one a line, with the key of the file, the path and the text around the words. Filters alone find what has them.',
  input: z.object({
    query: z.string().max(500).optional().describe('Words, or their beginnings.'),
    fileKey: filter('In one file.'),
    project: filter('In the files of a project, by its id.'),
    team: filter('In the files of a team, by its id.'),
    type: filter('Nodes of a type, as TEXT.'),
    component: filter('A component and its instances, by its key.'),
    style: filter('What uses a style, by its key.'),
    variable: filter('What is bound to a variable, by its id.'),
    font: filter('Texts that are set in a family.'),
    page: filter('What lies on a page, by its id.'),
    maxTokens,
  }),
  run: async ({ query: q, fileKey: file, maxTokens: most, ...filters }, ask) => {
    const given = Object.entries({ q, file, ...filters }).filter(([, value]) => value !== undefined);
    const query = { ...Object.fromEntries(given), page_size: 100 };
    const { hits, next_cursor } = await ask.call('GET /workspace/v1/search', { query }).catch(byOwnName);
    const lines = hits.map(({ thumbnail_url: _, url: __, ...hit }) => hit);
    return textContent(linesWithin(lines, most, next_cursor !== undefined));
  },
});

/** A refusal names the words as the tool does. @throws what it was given */
function byOwnName(error: unknown): never {
  throw error instanceof Refused ? new Refused(error.message.replaceAll('"q"', '"query"')) : error;
}
