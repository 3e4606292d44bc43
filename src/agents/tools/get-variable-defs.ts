import { z } from 'zod';
import { cssColor } from '../../code/colors.ts';
import type { Color } from '../../code/own-node.ts';
import { agentTool, textContent } from '../agent-tool.ts';
import { maxTokens, nodeArguments, requiredNode, unusedArguments } from '../arguments.ts';
import { tokensOf } from '../markup.ts';
import { levelOrder, readTree, type TreeNode } from '../node-tree.ts';
import {
  aliasesOf,
  mostAliases,
  type ReadVariables,
  readVariablesOf,
  type Variables,
} from '../used-variables.ts';
import { visibleJson } from '../visible-json.ts';

/** What the variables are that a part of a design is bound to. */
export const getVariableDefs = agentTool({
  name: 'get_variable_defs',
  title: 'Variables of a node',
  description:
    'The variables that a node and what lies in it are bound to, by name with their value; a value for each mode where there are several.',
  input: z.object({ ...nodeArguments, maxTokens, ...unusedArguments }),
  run: async (args, ask) => {
    const named = requiredNode(args);
    const { root } = await readTree(ask, named, async () => false);
    const ids = await ask.run(variablesIn(root));
    if (ids.size === 0) return textContent('{}');
    const most = Math.ceil(args.maxTokens / fewestTokens);
    const read = await readVariablesOf(ask, named.fileKey, { ids, most });
    return textContent(await ask.run(definitionsOf(read, ids, args.maxTokens)));
  },
});

/** A line of a variable takes as many at least: no more are asked for than have room. */
const fewestTokens = 2;

/** The variables that are meant as JSON, as many as a budget holds, and a word of what was left out. A step for each. */
export function* definitionsOf(
  read: ReadVariables,
  ids: ReadonlySet<string>,
  most: number,
): Generator<void, string> {
  const known = new Map<string, Variable>();
  for (const variable of Object.values(read.variables)) {
    yield;
    if (!ids.has(variable.id)) continue;
    // Two collections may have variables of one name.
    known.set(known.has(variable.name) ? `${variable.name} (${variable.id})` : variable.name, variable);
  }
  const lines: string[] = [];
  let left = most;
  for (const [name, variable] of known) {
    yield;
    const line = indented(`${visibleJson(name)}: ${visibleJson(valuesOf(variable, read), 2)}`);
    left -= tokensOf(line);
    if (left < 0) break;
    lines.push(line);
  }
  const told = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
  const lacking = ids.size - known.size - read.unread;
  const text = lacking === 0 ? told : `${told}\nBound to ${counted(lacking)} that this file does not have.`;
  const count = known.size + read.unread;
  if (lines.length === count) return text;
  const [shown, all] = [lines.length, count].map((number) => number.toLocaleString('en'));
  return `${text}\n${shown} of ${all} variables are shown: name a node further in, or ask with a larger maxTokens.`;
}

const counted = (count: number): string =>
  count === 1 ? '1 variable' : `${count.toLocaleString('en')} variables`;

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');

/** Ids of all that a tree is bound to; a step for each node. */
function* variablesIn(root: TreeNode): Generator<void, ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const { node } of levelOrder(root)) {
    for (const [, id] of aliasesOf(node)) ids.add(id);
    yield;
  }
  return ids;
}

type Variable = Variables['variables'][string];

/** The value, or that of each mode by the mode's name. */
function valuesOf({ variableCollectionId, valuesByMode }: Variable, read: Variables): unknown {
  const modes = read.variableCollections[variableCollectionId]?.modes ?? [];
  const values = Object.entries(valuesByMode).map(([mode, value]): [string, unknown] => [
    modes.find(({ modeId }) => modeId === mode)?.name ?? mode,
    plain(value, read, 0),
  ]);
  return values.length === 1 ? values[0]?.[1] : Object.fromEntries(values);
}

function plain(value: unknown, read: Variables, steps: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!('type' in value && 'id' in value)) return cssColor(value as Color);
  const target = read.variables[String(value.id)];
  if (target === undefined || steps === mostAliases) return null;
  const mode = read.variableCollections[target.variableCollectionId]?.defaultModeId ?? '';
  return plain(target.valuesByMode[mode], read, steps + 1);
}
