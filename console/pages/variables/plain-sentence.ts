import type { VariablesState } from '../../../src/variables/state.ts';

const fieldNames: Readonly<Record<string, string>> = {
  value: 'The value',
  name: 'The name',
  id: 'What is changed',
  variableId: 'What is changed',
  modeId: 'The mode',
  variableCollectionId: 'The collection',
};

/** A reason of the variables' rules for who looks at a table: no place in a body, and names in place of ids. */
export function plainSentence(sentence: string, { variables, collections }: VariablesState): string {
  const [, field = '', reason = sentence] = /^\w+\[\d+\](?:\.([\w.]+)\S*)? (.*)$/s.exec(sentence) ?? [];
  const subject = field === '' ? '' : `${fieldNames[field.split('.')[0] ?? ''] ?? `“${field}”`} `;
  return `${subject}${reason}`.replaceAll(/Variable(?:Collection)?I[dD]:[\w:/]+/g, (id) => {
    const name = variables.get(id)?.name ?? collections.get(id)?.name;
    return name === undefined ? id : `“${name}”`;
  });
}
