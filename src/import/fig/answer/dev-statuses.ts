import { exactNodeId } from '../../../contract/branded-ids.ts';
import type { SourceDevStatus } from '../../../document/document-source.ts';
import { guidText } from '../message/guids.ts';
import type { Fig } from '../message/wanted.ts';
import type { Answering } from './answering.ts';

const statuses: Readonly<Record<string, 'READY_FOR_DEV' | 'COMPLETED'>> = {
  BUILD: 'READY_FOR_DEV',
  COMPLETED: 'COMPLETED',
};

/** Which nodes of the answer are ready for development, or completed. */
export function devStatusesOf({ index }: Answering): SourceDevStatus[] | undefined {
  const found = new Map<string, SourceDevStatus>();
  const add = (id: string | undefined, info: Fig<'SectionStatusInfo'> | undefined) => {
    const status = statuses[info?.status ?? 'NONE'];
    if (id !== undefined && status !== undefined && isOnPage(id))
      found.set(id, { nodeId: exactNodeId(id), status, message: info?.description || null });
  };
  const isOnPage = (id: string): boolean => {
    let node = index.byId.get(id);
    for (let level = 0; node !== undefined && level < 1000; level++) {
      if (node.type === 'CANVAS') return !node.internalOnly;
      node = index.parent(node);
    }
    return false;
  };
  for (const [id, node] of index.byId) {
    add(id, node.sectionStatusInfo);
    for (const { guid, handoffStatus } of node.handoffStatusMap?.entries ?? [])
      add(guidText(guid), handoffStatus);
  }
  return found.size === 0 ? undefined : [...found.values()];
}
