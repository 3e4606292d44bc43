declare module '*.css';

/** What each scope lets a token do, in the words of the contract. */
declare module 'virtual:scope-words' {
  export const scopeWords: Readonly<Record<string, string>>;
}

/** The contract's types name it for operations that the pages do not call. */
declare module 'node:stream' {
  export type Readable = never;
}
