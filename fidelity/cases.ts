import type { Difference, Picture } from './pictures.ts';

/** One comparison, small enough to be sent to a thread. */
export interface Case {
  readonly set: string;
  readonly name: string;
  /** Path of the design in the corpus. */
  readonly design: string;
  readonly nodeId: string;
  /** Path of the original's own picture in the corpus; absent where the design holds the truth itself. */
  readonly truth?: string;
  readonly scale: number;
}

/** What one comparison found, before its pictures are written. */
export interface Comparison {
  readonly ours?: Picture;
  readonly theirs?: Picture;
  readonly difference?: Difference;
  readonly features: readonly string[];
  /** How many nodes could not be drawn for want of what the corpus lacks. */
  readonly leftOut: { readonly texts: number; readonly vectors: number; readonly images: number };
  /** What else is measured, by name. */
  readonly values?: Readonly<Record<string, number>>;
  readonly notes: readonly string[];
}

/** The same once its pictures are files of the report. */
export interface Outcome extends Omit<Comparison, 'ours' | 'theirs' | 'difference'> {
  readonly case: Case;
  readonly mean: number | undefined;
  readonly worstOpaque: number;
  readonly comparedShare: number;
  readonly width: number;
  readonly height: number;
  /** Of ours, theirs and the difference, seen from the report's page. */
  readonly pictures: readonly string[];
  readonly failure?: string;
}

/** A figure that a set has to reach. */
export interface Goal {
  readonly name: string;
  readonly limit: { readonly atMost: number } | { readonly atLeast: number };
  readonly unit: string;
  /** Undefined where no case was compared. */
  measure(outcomes: readonly Outcome[]): number | undefined;
}

export interface ComparedSet {
  readonly name: string;
  /** One sentence on what is compared with what. */
  readonly sentence: string;
  readonly goals: readonly Goal[];
  cases(): Promise<readonly Case[]> | readonly Case[];
  compare(given: Case): Promise<Comparison>;
}
