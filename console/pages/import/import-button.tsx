import { FileTrigger } from 'react-aria-components';
import { Button } from '../../parts/button.tsx';
import { acceptedEndings } from './dropped-files.ts';

/** Chooses files on the person's machine; several at once, images among them. */
export const ImportButton = ({
  label,
  words = 'Import',
  onFiles,
}: {
  readonly label: string;
  readonly words?: string;
  readonly onFiles: (files: readonly File[]) => void;
}) => (
  <FileTrigger
    allowsMultiple
    acceptedFileTypes={acceptedEndings}
    onSelect={(files) => files !== null && files.length > 0 && onFiles([...files])}
  >
    <Button aria-label={label}>{words}</Button>
  </FileTrigger>
);
