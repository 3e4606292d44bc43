import { useState } from 'react';
import { CopyButton } from './parts/copy-button.tsx';
import { Dialog } from './parts/dialog.tsx';
import { searchOf } from './place.ts';
import { useRoom, useSelectedLayer } from './room.ts';

/** Links to the file, to what is selected, and to put it into other pages. */
export function ShareButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="button button-main" onClick={() => setOpen(true)}>
        Share
      </button>
      <Dialog title="Share" isOpen={isOpen} close={() => setOpen(false)}>
        <Links />
      </Dialog>
    </>
  );
}

function Links() {
  const { page, selected } = useRoom();
  const layer = useSelectedLayer();
  const address = location.origin + location.pathname;
  const links = [
    { name: 'Link to the file', text: address },
    { name: 'Link to the page', text: address + searchOf({ page: page.id }) },
    ...(selected === undefined
      ? []
      : [
          { name: `Link to ${layer?.name ?? 'the selection'}`, text: address + searchOf({ node: selected }) },
        ]),
  ];
  return (
    <>
      <p className="quiet">A link opens the file for whoever may see it; it lets nobody in.</p>
      <ul className="share-links">
        {links.map(({ name, text }) => (
          <li key={name}>
            <div>
              <strong className="cut">{name}</strong>
              <code className="cut">{text}</code>
            </div>
            <CopyButton words={`Copy ${name.toLowerCase()}`} text={() => text} />
          </li>
        ))}
      </ul>
    </>
  );
}
