import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import './dialog.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** `alertdialog` for a question that has to be answered. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly children: ReactNode;
}

/** What stands over the page until it is done with; Escape closes it, and the focus goes back. */
export const Dialog = ({ title, isOpen, onClose, role = 'dialog', children }: DialogProps) => (
  <ModalOverlay
    className="dialog-shade"
    isOpen={isOpen}
    onOpenChange={(open) => !open && onClose()}
    isDismissable={role === 'dialog'}
  >
    <Modal className="dialog">
      <AriaDialog className="dialog-content" role={role}>
        <Heading slot="title">{title}</Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
