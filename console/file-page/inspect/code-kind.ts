/** What code layers are shown in. */
export const codeKinds = ['css', 'swiftui', 'compose'] as const;
export type CodeKind = (typeof codeKinds)[number];

export const codeNames: Readonly<Record<CodeKind, string>> = {
  css: 'CSS',
  swiftui: 'SwiftUI',
  compose: 'Compose',
};

const storedAs = 'vitrine-code';

/** What was chosen last in this browser. */
export function chosenCode(): CodeKind {
  try {
    const stored = localStorage.getItem(storedAs);
    return codeKinds.find((kind) => kind === stored) ?? 'css';
  } catch {
    // Storage may be shut off.
    return 'css';
  }
}

export function chooseCode(kind: CodeKind): void {
  try {
    localStorage.setItem(storedAs, kind);
  } catch {
    // It is asked again the next time.
  }
}
