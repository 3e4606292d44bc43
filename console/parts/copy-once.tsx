import { CopyLine } from './copy-line.tsx';

/** A secret that is shown this once, with a button that copies it and has the focus. */
export const CopyOnce = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <CopyLine label={label} value={value} hint="This is the only time that it is shown." isMain />
);
