import { exactNodeId } from '../../../contract/branded-ids.ts';
import type { SourceDevStatus } from '../../../document/document-source.ts';
import type { Layer } from '../instances/expand.ts';
import { guidText } from '../message/guids.ts';
import type { NodeIndex } from '../message/node-index.ts';
import type { Fig } from '../message/wanted.ts';

const statuses: Readonly<Record<string, 'READY_FOR_DEV' | 'COMPLETED'>> = {
  BUILD: 'READY_FOR_DEV',
  COMPLETED: 'COMPLETED',
};

/** Gathers which nodes of the answer are ready for development, or completed, while they are written. */
export class DevStatuses {
  readonly #stated = new Map<string, Fig<'SectionStatusInfo'>>();
  readonly #found: SourceDevStatus[] = [];

  /** Some nodes state it of others by their ids. */
  constructor(index: NodeIndex) {
    const stating = [...index.byId.values()].filter(({ handoffStatusMap }) => handoffStatusMap);
    for (const head of stating)
      for (const { guid, handoffStatus } of index.whole(head).handoffStatusMap?.entries ?? [])
        if (handoffStatus !== undefined) this.#stated.set(guidText(guid) ?? '', handoffStatus);
  }

  note({ id, node, scopes }: Layer): void {
    if (scopes.length > 0) return;
    const info = node.sectionStatusInfo ?? this.#stated.get(id);
    const status = statuses[info?.status ?? 'NONE'];
    if (status !== undefined)
      this.#found.push({ nodeId: exactNodeId(id), status, message: info?.description || null });
  }

  /** Undefined where there are none: then the file says nothing of them. */
  found(): readonly SourceDevStatus[] | undefined {
    return this.#found.length === 0 ? undefined : this.#found;
  }
}
