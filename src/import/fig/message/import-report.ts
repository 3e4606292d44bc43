import type { DocumentWarning } from '../../../document/document-source.ts';

const mostWarnings = 1000;

/** Gathers what could not be taken: by node, and of what would repeat itself one sentence with a number. */
export class ImportReport {
  readonly #warnings: DocumentWarning[] = [];
  readonly #counted = new Map<string, { node: string | undefined; times: number }>();
  #dropped = 0;

  warn(reason: string, node?: string): void {
    if (this.#warnings.length >= mostWarnings) this.#dropped += 1;
    else this.#warnings.push(node === undefined ? { reason } : { node, reason });
  }

  /** Says a sentence once, at the first node that it concerns, and how many it concerns. */
  count(reason: string, node?: string): void {
    const known = this.#counted.get(reason);
    if (known !== undefined) known.times += 1;
    else if (this.#counted.size >= mostWarnings) this.#dropped += 1;
    else this.#counted.set(reason, { node, times: 1 });
  }

  warnings(): DocumentWarning[] {
    const counted = [...this.#counted].map(([reason, { node, times }]) => ({
      ...(node === undefined ? {} : { node }),
      reason: times === 1 ? reason : `${reason} So at ${times.toLocaleString('en')} places.`,
    }));
    const rest = { reason: `${this.#dropped.toLocaleString('en')} further warnings are left out.` };
    return [...this.#warnings, ...counted, ...(this.#dropped > 0 ? [rest] : [])];
  }
}
