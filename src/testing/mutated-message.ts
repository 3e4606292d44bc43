/** A message as a library of the format has it: plain objects, of which `nodeChanges` is a list of nodes. */
export interface Message {
  readonly nodeChanges: Record<string, unknown>[];
}

type Next = () => number;
type Holder = Record<string, unknown>;

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/** A place somewhere below a node: what holds it, and by which name. */
function placeBelow(node: Holder, next: Next): { holder: Holder; name: string } {
  let holder = node;
  for (;;) {
    const names = Object.keys(holder);
    const name = names[Math.floor(next() * names.length)] ?? '';
    const below = holder[name];
    if (!isHolder(below) || Object.keys(below).length === 0 || next() < 0.15) return { holder, name };
    holder = below;
  }
}

const wholeNumbers = [0, 1, 5, 64, 1_000_000, 2 ** 31 - 1];
const numbers = [0, -1, 1, 64, 1e-38, 3e38, Number.NaN, Number.POSITIVE_INFINITY, 4_294_967_295, 2 ** 31 - 1];
const texts = [
  '',
  '\u0001\u001b[2J',
  '__proto__',
  'constructor',
  'ű\u202e',
  'x'.repeat(10_000),
  '{a}',
  'A=, =B,,=',
];
const pick = <T>(all: readonly T[], next: Next): T => all[Math.floor(next() * all.length)]!;

/** What an enumeration may not have otherwise. */
const isConstant = (text: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(text);

/** A value of the same kind as it was, so that the schema can still say it, but for rare numbers. */
function otherValue(value: unknown, next: Next): unknown {
  if (typeof value === 'number')
    return pick(Number.isInteger(value) && next() < 0.95 ? wholeNumbers : numbers, next);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return isConstant(value) ? value : pick(texts, next);
  if (value instanceof Uint8Array) return value.subarray(0, Math.floor(next() * value.length));
  if (Array.isArray(value))
    return next() < 0.5 ? [...value, ...value] : value.slice(0, value.length * next());
  return value;
}

/** Changes a message in place: values, parents and symbols of nodes, nodes twice and away. */
export function mutate({ nodeChanges }: Message, next: Next): void {
  for (let change = 0, changes = 1 + Math.floor(next() * 20); change < changes; change++) {
    const node = pick(nodeChanges, next);
    const other = pick(nodeChanges, next);
    const kind = next();
    if (kind < 0.1) node.parentIndex = { guid: other.guid, position: '!' };
    else if (kind < 0.2 && isHolder(node.symbolData)) node.symbolData.symbolID = other.guid;
    else if (kind < 0.25) nodeChanges.push({ ...other, guid: node.guid });
    else if (kind < 0.3) nodeChanges.splice(Math.floor(next() * nodeChanges.length), 1);
    else if (kind < 0.4) Object.assign(node, other, { guid: node.guid, parentIndex: node.parentIndex });
    else if (kind < 0.5) delete node[pick(Object.keys(node), next)];
    else {
      const { holder, name } = placeBelow(node, next);
      if (next() < 0.2 && !Array.isArray(holder) && holder !== node) delete holder[name];
      else holder[name] = otherValue(holder[name], next);
    }
  }
}
