declare module '*.css';

/** The contract's types name it for operations that the pages do not call. */
declare module 'node:stream' {
  export type Readable = never;
}
