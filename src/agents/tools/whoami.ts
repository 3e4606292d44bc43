import { z } from 'zod';
import { agentTool, textContent } from '../agent-tool.ts';
import { visibleJson } from '../visible-json.ts';

/** In whose name the agent works. */
export const whoami = agentTool({
  name: 'whoami',
  title: 'Whose token this is',
  description: 'Name and e-mail address of the person in whose name the tools work.',
  input: z.object({}),
  run: async (_args, ask) => {
    const { id, handle, email } = await ask.call('GET /v1/me', {});
    return textContent(visibleJson({ id, handle, email }));
  },
});
