import { type ReactNode, useRef, useState } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import '../../parts/popover.css';

interface PopoverButtonProps {
  /** What the button is read as. */
  readonly label: string;
  /** What the opened part is read as. */
  readonly title: string;
  readonly isDisabled?: boolean;
  /** What stands on the button. */
  readonly face: ReactNode;
  readonly className: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A small button of a cell, which opens a part above the table. Thousands of cells cost no more than their buttons. */
export function PopoverButton({
  label,
  title,
  isDisabled = false,
  face,
  className,
  children,
}: PopoverButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        type="button"
        ref={button}
        className="cell-button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      >
        {face}
      </button>
      {isOpen && (
        <Popover className={`popover ${className}`} triggerRef={button} isOpen onOpenChange={setOpen}>
          <Dialog aria-label={title}>{children(() => setOpen(false))}</Dialog>
        </Popover>
      )}
    </>
  );
}
