import { type ESTree, parseSync, Visitor } from 'vite';
import { sentences } from '../../errors.ts';
import { floors, isTest, roomOf } from '../rooms.ts';
import { type SourceFile, sourceFiles, withoutQuotes } from '../source-files.ts';

/** A place in the code that refuses, and what it says there; what is put in stands as `…`. */
export interface Refusal {
  readonly path: string;
  readonly sentence: string;
}

const fixed: Readonly<Record<string, string>> = sentences;
const nouns = Object.keys(floors).filter((room) => floors[room] === 6);
const doorRooms = ['api', 'oauth', 'workspace-file', 'backup', 'pages'];
const throwing = /^(badRequest|unauthorized|forbidden|notFound|conflict|payloadTooLarge)$/;
const anAnswer =
  /\bthrow (?:new ApiError|badRequest|unauthorized|forbidden|notFound|conflict|payloadTooLarge)\(/;
const refused = /^\w*Refused$/;
const refusal = /Refusal$/;
/** What an answer, or a page, calls the sentence that says why not. */
const whyNot = /^(refusal|problem)$/;
const isSentence = (words: string): boolean => / .*\.$/.test(words);

/** Rooms whose refusals are of nouns and of the doors before them. */
const rooms = [...nouns, 'access', 'content', 'messages', ...doorRooms];

/**
 * Every refusal of the nouns, of the rooms whose rules they hold, and of the doors before them: what is thrown, and the sentences by which a
 * function answers why not. What is said elsewhere stands as its expression: `(error.message)`.
 */
export function refusalsOfNouns(): Refusal[] {
  const files = sourceFiles(...rooms.map((room) => `src/${room}`)).filter(({ path }) => !isTest(path));
  return refusalsIn(files);
}

/** Rooms that throw an answer and are not among these: `server/` alone, which says how calls have to come. */
export function otherRoomsThatThrow(): string[] {
  const files = sourceFiles('src').filter(({ path }) => !isTest(path) && !rooms.includes(roomOf(path)));
  return [
    ...new Set(
      files.filter(({ text }) => anAnswer.test(withoutQuotes(text))).map(({ path }) => roomOf(path)),
    ),
  ];
}

export function refusalsIn(files: readonly SourceFile[]): Refusal[] {
  const parsed = files.map((file) => ({ ...file, program: parseSync(file.path, file.text).program }));
  const exported = parsed.flatMap(({ program }) => exportedWords(program));
  return parsed.flatMap(({ path, text, program }) => {
    const named = Map.groupBy(namedWords(program), ([name]) => name);
    for (const [name, words] of exported) if (!named.has(name)) named.set(name, [[name, words]]);
    return refusalsOf(program, wordsIn(text, named)).map((sentence) => ({ path, sentence }));
  });
}

/** A text with the name that a file gives it. */
type Named = readonly [name: string, words: string];

/** Texts that a file gives names to for others. */
const exportedWords = ({ body }: ESTree.Program): Named[] =>
  body
    .map((one) => (one.type === 'ExportNamedDeclaration' ? one.declaration : null))
    .flatMap((declared) => (declared?.type === 'VariableDeclaration' ? declared.declarations : []))
    .flatMap(wordsOfDeclarator);

function wordsOfDeclarator({ id, init }: ESTree.VariableDeclarator): Named[] {
  const words = init === null ? undefined : writtenWords(init);
  return id.type === 'Identifier' && words !== undefined ? [[id.name, words]] : [];
}

/** What a text says that stands there as it is, with `…` for what is put in. */
function writtenWords(node: ESTree.Node): string | undefined {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('…');
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

type Words = (node: ESTree.Node | undefined) => string[];

/** Whether a call makes a refusal: by its name, or since it is given the status of one, as a page is. */
function isRefusal(callee: ESTree.Node, given: readonly (ESTree.Node | undefined)[]): boolean {
  const isStatus = (node: ESTree.Node | undefined): boolean =>
    node?.type === 'Literal' && typeof node.value === 'number' && node.value >= 400 && node.value < 600;
  return callee.type === 'Identifier' && (refusal.test(callee.name) || given.some(isStatus));
}

function refusalsOf(program: ESTree.Program, words: Words): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [sentence, ...others] }) => {
      if (callee.type === 'Identifier' && throwing.test(callee.name)) found.push(...words(sentence));
      else if (isRefusal(callee, [sentence, ...others]))
        found.push(...[sentence, ...others].flatMap(words).filter(isSentence));
    },
    NewExpression: ({ callee, arguments: [first, second] }) => {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'ApiError') found.push(...words(second));
      else if (refused.test(callee.name)) found.push(...words(first));
    },
    ReturnStatement: ({ argument }) => {
      if (argument !== null) found.push(...words(argument).filter(isSentence));
    },
    Property: ({ key, value }) => {
      if (key.type === 'Identifier' && whyNot.test(key.name)) found.push(...words(value).filter(isSentence));
    },
  }).visit(program);
  return found;
}

/** Texts that a file gives names to. */
function namedWords(program: ESTree.Program): Named[] {
  const named: Named[] = [];
  new Visitor({
    VariableDeclarator: (declarator) => {
      named.push(...wordsOfDeclarator(declarator));
    },
  }).visit(program);
  return named;
}

/** What an expression of a text says, in each of its cases. */
const wordsIn = (text: string, named: ReadonlyMap<string, readonly Named[]>): Words =>
  function words(node): string[] {
    if (node === undefined) return ['Not found'];
    const { type } = node;
    if (type === 'Literal') return [String(node.value)];
    if (type === 'TemplateLiteral') return [writtenWords(node) ?? ''];
    if (type === 'BinaryExpression')
      return words(node.left).flatMap((left) => words(node.right).map((right) => left + right));
    if (type === 'ConditionalExpression') return [...words(node.consequent), ...words(node.alternate)];
    const code = text.slice(node.start, node.end);
    const known = fixed[code.replace(/^sentences\./, '')] ?? named.get(code)?.map(([, one]) => one);
    return [known ?? `(${code})`].flat();
  };

/** Whatever says these words, or some of these, with anything where they leave something out. */
export const saying = (words: string | readonly string[]): RegExp =>
  new RegExp([words].flat().map(patternOf).join('|'));

const patternOf = (words: string): string => words.split('…').map(RegExp.escape).join('[^]+?');
