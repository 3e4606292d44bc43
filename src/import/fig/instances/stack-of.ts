import type { FigNode } from '../message/wanted.ts';
import type { Align, Stack } from './stack-layout.ts';

/** How a frame lays out what it holds; undefined where it does not, or does so in a grid. */
export function stackOf(node: FigNode): Stack | undefined {
  const { stackMode, stackPadding = 0 } = node;
  if (stackMode !== 'HORIZONTAL' && stackMode !== 'VERTICAL') return undefined;
  const wraps = node.stackWrap === 'WRAP';
  const justify = node.stackPrimaryAlignItems ?? node.stackJustify ?? 'MIN';
  return {
    along: stackMode === 'HORIZONTAL' ? 'x' : 'y',
    before: {
      x: node.stackHorizontalPadding ?? stackPadding,
      y: node.stackVerticalPadding ?? stackPadding,
    },
    behind: { x: node.stackPaddingRight ?? stackPadding, y: node.stackPaddingBottom ?? stackPadding },
    spacing: node.stackSpacing ?? 0,
    justify: justify.startsWith('SPACE_') ? 'SPACE_BETWEEN' : alignOf(justify),
    align: alignOf(node.stackCounterAlignItems ?? node.stackCounterAlign),
    wraps,
    lineSpacing: wraps ? (node.stackCounterSpacing ?? 0) : 0,
  };
}

/** What stands on one base line is taken to begin at one place: it differs as little as in the component. */
const alignOf = (align: string | undefined): Align => (align === 'CENTER' || align === 'MAX' ? align : 'MIN');
