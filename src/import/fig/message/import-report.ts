import type { DocumentWarning } from '../../../document/document-source.ts';

const mostWarnings = 1000;

/** Gathers what could not be taken, each once by node and reason; above a thousand only their number. */
export class ImportReport {
  readonly #warnings = new Map<string, DocumentWarning>();
  #dropped = 0;

  warn(reason: string, node?: string): void {
    const name = `${node ?? ''} ${reason}`;
    if (this.#warnings.has(name)) return;
    if (this.#warnings.size >= mostWarnings) this.#dropped += 1;
    else this.#warnings.set(name, node === undefined ? { reason } : { node, reason });
  }

  warnings(): DocumentWarning[] {
    const rest = { reason: `${this.#dropped.toLocaleString('en')} further warnings are left out.` };
    return [...this.#warnings.values(), ...(this.#dropped > 0 ? [rest] : [])];
  }
}
