/** The part of `linebreak` that is used; the package brings no types. */
declare module 'linebreak' {
  export interface LineBreakOpportunity {
    position: number;
    required: boolean;
  }
  class LineBreaker {
    constructor(text: string);
    nextBreak(): LineBreakOpportunity | null;
  }

  export { LineBreaker as default };
}
