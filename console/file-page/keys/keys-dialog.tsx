import { Dialog } from '../parts/dialog.tsx';
import { keyTable } from './key-table.ts';
import './keys.css';

/** The list of all keys. */
export const KeysDialog = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => (
  <Dialog title="Keys" isOpen={isOpen} close={close}>
    <div className="key-groups">
      {keyTable.map(({ name, keys }) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl className="key-list">
            {keys.map((one) => (
              <div key={one.words}>
                <dt>
                  {one.keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{one.words}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
