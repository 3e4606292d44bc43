import { type ReactNode, useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { tellDone } from '../api/last-done.ts';
import { sentenceOf } from '../api/refusals.ts';
import { Dialog } from './dialog.tsx';
import './button.css';
import './popover.css';

export interface DialogChoice {
  /** In the menu, as `Rename`. */
  readonly name: string;
  /** Of the dialog that it opens. */
  readonly title: string;
  readonly content: (close: () => void) => ReactNode;
}

/** An entry that does at once what can be taken back. */
export interface ActChoice {
  readonly name: string;
  readonly act: () => Promise<unknown>;
}

interface DialogMenuProps {
  /** What can be done to what, as `More for Screens`. */
  readonly label: string;
  /** Shown on the button in place of three points. */
  readonly words?: string;
  readonly choices: readonly (DialogChoice | ActChoice)[];
}

/** A button with a menu, whose entries open dialogs or act at once. */
export function DialogMenu({ label, words, choices }: DialogMenuProps) {
  const [open, setOpen] = useState<string>();
  const close = () => setOpen(undefined);
  const dialogs = choices.filter((choice) => 'content' in choice);
  const choose = (name: string) => {
    const choice = choices.find((one) => one.name === name);
    if (choice !== undefined && 'act' in choice)
      choice.act().catch((error) => tellDone({ words: sentenceOf(error) }));
    else setOpen(name);
  };
  return (
    <>
      <MenuTrigger>
        {words === undefined ? (
          <Button className="button button-plain button-more" aria-label={label}>
            <Points />
          </Button>
        ) : (
          <Button className="button" aria-label={label}>
            {words}
          </Button>
        )}
        <Popover className="popover" placement="bottom end">
          <Menu className="menu" onAction={(key) => choose(String(key))}>
            {choices.map(({ name }) => (
              <MenuItem key={name} className="menu-item" id={name}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {dialogs.map(({ name, title, content }) => (
        <Dialog key={name} title={title} isOpen={open === name} onClose={close}>
          {content(close)}
        </Dialog>
      ))}
    </>
  );
}

const Points = () => (
  <svg viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3 8h.01M8 8h.01M13 8h.01" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
);
