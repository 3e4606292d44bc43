import { atOnce } from '../../document/run-at-once.ts';
import { type BidiLevels, bidiLevels } from './bidi.ts';
import { type Cluster, clustersOf } from './clusters.ts';
import type { FontRegistry } from './font-registry.ts';
import type { Paragraph } from './paragraphs.ts';
import type { TextBox } from './text-box.ts';
import { applyCase } from './text-case.ts';
import { finite, type ResolvedStyle, type ResolvedStyles } from './text-style.ts';

/** A paragraph shaped, before its lines are found. */
export interface PreparedParagraph {
  paragraph: Paragraph;
  text: string;
  levels: BidiLevels;
  clusters: readonly Cluster[];
  /** The list item's sign, in the style of its first character. */
  marker: readonly Cluster[];
  /** Index among the node's characters of a unit of the text, whose case may have changed its length. */
  toSource: (index: number) => number;
  /** The first character's, or that of the line feed of an empty one. */
  style: ResolvedStyle;
  /** Px that all lines start further in, and the first one still more. */
  indent: number;
  firstIndent: number;
}

/** What every paragraph of a text is prepared with. */
export interface Preparation {
  box: TextBox;
  resolved: ResolvedStyles;
  registry: FontRegistry;
  onMissing: (codePoint: number) => unknown;
}

/** A level of a list or of an indentation, in ems of the node's style. */
const indentEms = 1.5;

/** Applies the case, finds directions and shapes; a list's sign is shaped apart. Yields after each stretch. */
export function* prepareParagraph(
  work: Preparation,
  paragraph: Paragraph,
): Generator<undefined, PreparedParagraph> {
  const { box, resolved } = work;
  const { text, toSource } = textOf(work, paragraph);
  const levels = bidiLevels(text);
  const style = resolved.at(paragraph.start);
  const list = paragraph.marker !== undefined;
  const styleAt = (index: number): ResolvedStyle => resolved.at(toSource(index));
  return {
    paragraph,
    text,
    levels,
    clusters: yield* clustersOf({ ...work, text, levels, styleAt }),
    marker: list ? apart(work, paragraph.marker!, style, levels.base) : [],
    toSource,
    style,
    indent: paragraph.level * indentEms * resolved.styles[0]!.size,
    firstIndent: list ? 0 : finite(box.style.paragraphIndent, 0),
  };
}

function textOf({ box, resolved }: Preparation, { start, end }: Paragraph) {
  const original = box.characters.slice(start, end);
  const plain = (index: number): number => start + index;
  if (!original.includes('\t') && !resolved.changesCase) return { text: original, toSource: plain };
  const { text, source } = applyCase(original, (index) => resolved.at(start + index).source.textCase);
  const mapped = (index: number): number => start + (source?.[index] ?? original.length);
  return { text, toSource: source ? mapped : plain };
}

/** Shapes text that is not of the node's characters: a list's sign, the ellipsis. */
export function apart(
  work: Pick<Preparation, 'registry' | 'onMissing'>,
  text: string,
  style: ResolvedStyle,
  level: number,
): Cluster[] {
  const levels = { base: level, levels: new Uint8Array(text.length).fill(level) };
  return atOnce(clustersOf({ ...work, text, levels, styleAt: () => style }));
}
