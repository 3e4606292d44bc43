import { useEffect, useState } from 'react';
import { basePath } from '../api/base-path.ts';
import { rememberSeen } from '../api/seen-files.ts';
import { useLiveFile } from '../live/use-live-file.ts';
import { ArchivedBar } from './archived-bar.tsx';
import { Canvas } from './canvas/canvas.tsx';
import { emptyFileWords } from './empty-file-words.ts';
import { GapsNotice } from './gaps/gaps-notice.tsx';
import { KeysDialog } from './keys/keys-dialog.tsx';
import { useFileKeys } from './keys/use-file-keys.ts';
import { LeftPanel } from './layers/left-panel.tsx';
import { type Pane, PaneSwitch } from './pane-switch.tsx';
import { RightPanel } from './right-panel.tsx';
import { RoomContext } from './room.ts';
import { TopBar } from './top-bar.tsx';
import type { Facts } from './use-facts.ts';
import { useRoomOf } from './use-room-of.ts';
import { OldVersionNotice } from './versions/old-version-notice.tsx';

interface FileViewProps {
  readonly file: string;
  readonly version: string | undefined;
  readonly facts: Facts;
  readonly askSoon: () => void;
}

/** The canvas with the panels around it. */
export function FileView(props: FileViewProps) {
  const { room, problem } = useRoomOf(props);
  const [pane, setPane] = useState<Pane>('canvas');
  const [isListed, listKeys] = useState(false);
  useEffect(() => rememberSeen(props.file), [props.file]);
  useLiveFile(props.file, (topic) => topic === 'file' && props.askSoon());
  useFileKeys(room, () => listKeys(true));
  if (room === undefined) return <EmptyFile facts={props.facts} />;
  return (
    <RoomContext value={room}>
      <div className="file-page" data-pane={pane}>
        <TopBar onKeys={() => listKeys(true)} />
        <ArchivedBar />
        <OldVersionNotice />
        <GapsNotice />
        <main className="file-panes">
          <LeftPanel />
          <Canvas problem={problem} />
          <RightPanel />
        </main>
        <PaneSwitch pane={pane} choose={setPane} />
        <KeysDialog isOpen={isListed} close={() => listKeys(false)} />
      </div>
    </RoomContext>
  );
}

const EmptyFile = ({ facts }: { facts: Facts }) => (
  <main className="no-file">
    <h1>{facts.name}</h1>
    <p>{emptyFileWords}</p>
    <p>
      <a href={`${basePath}/files`}>All files</a>
    </p>
  </main>
);
