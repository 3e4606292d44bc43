import type { PrintedMember, PrintedMembers } from './printed-members.ts';

type Line = readonly [kind: keyof PrintedMembers, id: string, member: PrintedMember];

const linesPerChunk = 250;
const lineEnd = 0x0a;

/** A line of JSON for each member, as UTF-8; yields after each of them. */
export function* textOf(members: PrintedMembers): Generator<void, Buffer> {
  const chunks: Buffer[] = [];
  let lines: string[] = [];
  for (const kind of ['variables', 'variableCollections'] as const)
    for (const [id, member] of members[kind]) {
      lines.push(`${JSON.stringify([kind, id, member] satisfies Line)}\n`);
      if (lines.length === linesPerChunk) {
        chunks.push(Buffer.from(lines.join('')));
        lines = [];
      }
      yield;
    }
  return Buffer.concat([...chunks, Buffer.from(lines.join(''))]);
}

/** The members that such a text holds; yields after each of them. */
export function* membersIn(text: Buffer): Generator<void, PrintedMembers> {
  const found = {
    variables: new Map<string, PrintedMember>(),
    variableCollections: new Map<string, PrintedMember>(),
  };
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf(lineEnd, start);
    const [kind, id, member] = JSON.parse(text.toString('utf8', start, end)) as Line;
    found[kind].set(id, member);
    start = end + 1;
    yield;
  }
  return found;
}
