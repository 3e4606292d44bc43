import { Icon } from './icon.tsx';
import { useCopied } from './use-copied.ts';

interface CopyButtonProps {
  /** What it is called; shown where `isWord` is set. */
  readonly words: string;
  readonly text: () => string;
  readonly isWord?: boolean;
}

/** Puts a text on the clipboard, and says so for a moment. */
export function CopyButton({ words, text, isWord = false }: CopyButtonProps) {
  const { said, copy } = useCopied();
  return (
    <span className="copy-spot">
      <button
        type="button"
        className={isWord ? 'quiet-button' : 'icon-button'}
        {...(isWord ? {} : { 'aria-label': words, title: words })}
        onClick={() => copy(text())}
      >
        <Icon name="copy" />
        {isWord && <span>{words}</span>}
      </button>
      <span className="copied" role="status">
        {said}
      </span>
    </span>
  );
}
