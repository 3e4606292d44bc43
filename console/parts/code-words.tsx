import { Fragment, type ReactNode } from 'react';

/** A sentence of the contract, in which words between backticks are code. */
export const codeWords = (sentence: string): ReactNode =>
  sentence.split('`').map((words, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence stay where they are
    return index % 2 === 1 ? <code key={index}>{words}</code> : <Fragment key={index}>{words}</Fragment>;
  });
