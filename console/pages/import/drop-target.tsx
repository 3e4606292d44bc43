import { type DragEvent, type ReactNode, useState } from 'react';
import { filesOfDrop } from './dropped-files.ts';
import './import.css';

interface DropTargetProps {
  /** What is said while files are held over it. */
  readonly words: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

/** A place that files can be dropped on; the same can be done by a button beside. */
export function DropTarget({ words, onFiles, children }: DropTargetProps) {
  const [isOver, setOver] = useState(false);
  const take = async (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    onFiles(await filesOfDrop(event.dataTransfer));
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what a mouse does here, a button beside does by keyboard
    <div
      className={isOver ? 'drop-target is-over' : 'drop-target'}
      data-words={words}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void take(event)}
    >
      {children}
    </div>
  );
}
