import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Ask } from './ask.ts';

export type Content = CallToolResult['content'];

/** What an agent can do here. */
export interface AgentTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Whether it changes something. */
  readonly isWrite: boolean;
  /** Whether it changes what is there, and does not only add to it. */
  readonly isDestructive: boolean;
  /** @throws Refused */
  run(args: unknown, ask: Ask): Promise<Content>;
}

interface ToolOf<Input extends z.ZodObject> extends Omit<AgentTool, 'run' | 'isWrite' | 'isDestructive'> {
  readonly input: Input;
  readonly isWrite?: true;
  readonly isDestructive?: true;
  run(args: z.infer<Input>, ask: Ask): Promise<Content>;
}

/** A tool whose arguments have been read by its schema before it runs. */
export function agentTool<Input extends z.ZodObject>(tool: ToolOf<Input>): AgentTool {
  return {
    ...tool,
    isWrite: tool.isWrite === true,
    isDestructive: tool.isDestructive === true,
    run: (args, ask) => tool.run(args as z.infer<Input>, ask),
  };
}

export const textContent = (text: string): Content => [{ type: 'text', text }];
