import { type ESTree, parseSync, Visitor } from 'vite';
import { sentences } from '../../errors.ts';
import { floors, isTest } from '../rooms.ts';
import { type SourceFile, sourceFiles } from '../source-files.ts';

/** A place in the code that refuses, and what it says there; what is put in stands as `…`. */
export interface Refusal {
  readonly path: string;
  readonly sentence: string;
}

const fixed: Readonly<Record<string, string>> = sentences;
const nouns = Object.keys(floors).filter((room) => floors[room] === 6);
const throwing = /^(badRequest|unauthorized|forbidden|notFound|conflict|payloadTooLarge)$/;
const refused = /^\w*Refused$/;
const isSentence = (words: string): boolean => / .*\.$/.test(words);

/**
 * Every refusal of the nouns, and of the rooms whose rules they hold: what is thrown, and the sentences by which a
 * function answers why not. What is said elsewhere stands as its expression: `(error.message)`.
 */
export function refusalsOfNouns(): Refusal[] {
  const rooms = [...nouns, 'access', 'messages'].map((room) => `src/${room}`);
  const files = sourceFiles(...rooms).filter(({ path }) => !isTest(path));
  return refusalsIn(files);
}

export function refusalsIn(files: readonly SourceFile[]): Refusal[] {
  const parsed = files.map((file) => ({ ...file, program: parseSync(file.path, file.text).program }));
  const named = new Map(parsed.flatMap(({ program }) => namedWords(program)));
  return parsed.flatMap(({ path, text, program }) =>
    refusalsOf(program, wordsIn(text, named)).map((sentence) => ({ path, sentence })),
  );
}

type Words = (node: ESTree.Node | undefined) => string[];

function refusalsOf(program: ESTree.Program, words: Words): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [sentence] }) => {
      if (callee.type === 'Identifier' && throwing.test(callee.name)) found.push(...words(sentence));
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
      if (key.type === 'Identifier' && key.name === 'refusal') found.push(...words(value).filter(isSentence));
    },
  }).visit(program);
  return found;
}

/** Texts that a file gives names to. */
function namedWords(program: ESTree.Program): [name: string, words: string][] {
  const named: [name: string, words: string][] = [];
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init?.type === 'Literal' && typeof init.value === 'string')
        named.push([id.name, init.value]);
    },
  }).visit(program);
  return named;
}

/** What an expression of a text says, in each of its cases. */
const wordsIn = (text: string, named: ReadonlyMap<string, string>): Words =>
  function words(node): string[] {
    if (node === undefined) return ['Not found'];
    const { type } = node;
    if (type === 'Literal') return [String(node.value)];
    if (type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('…')];
    if (type === 'BinaryExpression')
      return words(node.left).flatMap((left) => words(node.right).map((right) => left + right));
    if (type === 'ConditionalExpression') return [...words(node.consequent), ...words(node.alternate)];
    const code = text.slice(node.start, node.end);
    return [fixed[code.replace(/^sentences\./, '')] ?? named.get(code) ?? `(${code})`];
  };

/** Whatever says these words, or some of these, with anything where they leave something out. */
export const saying = (words: string | readonly string[]): RegExp =>
  new RegExp([words].flat().map(patternOf).join('|'));

const patternOf = (words: string): string => words.split('…').map(RegExp.escape).join('[^]+?');
