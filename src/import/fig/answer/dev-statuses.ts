import { exactNodeId } from '../../../contract/branded-ids.ts';
import { longestStatusMessage, type SourceDevStatus } from '../../../document/document-source.ts';
import type { Layer } from '../instances/layer.ts';
import { guidText } from '../message/guids.ts';
import type { ImportReport } from '../message/import-report.ts';
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
  readonly #report: ImportReport;

  /** Some nodes state it of others by their ids. */
  constructor(index: NodeIndex, report: ImportReport) {
    this.#report = report;
    const stating = [...index.byId.values()].filter(({ handoffStatusMap }) => handoffStatusMap);
    for (const head of stating)
      for (const { guid, handoffStatus } of index.whole(head).handoffStatusMap?.entries ?? [])
        if (statuses[handoffStatus?.status ?? ''] !== undefined)
          this.#stated.set(guidText(guid) ?? '', handoffStatus!);
  }

  note({ id, node, scopes }: Layer): void {
    if (scopes.length > 0) return;
    const info = node.sectionStatusInfo ?? this.#stated.get(id);
    this.#stated.delete(id);
    const status = statuses[info?.status ?? 'NONE'];
    if (status !== undefined)
      this.#found.push({ nodeId: exactNodeId(id), status, message: this.#messageOf(info, id) });
  }

  #messageOf(info: Fig<'SectionStatusInfo'> | undefined, id: string): string | null {
    const message = info?.description || null;
    if (message === null || message.length <= longestStatusMessage) return message;
    const characters = [...message];
    if (characters.length <= longestStatusMessage) return message;
    const most = longestStatusMessage.toLocaleString('en');
    this.#report.warn(
      `What is said with the state of development is cut after ${most} characters, the most that may be.`,
      id,
    );
    return characters.slice(0, longestStatusMessage).join('');
  }

  /** Undefined where there are none: then the file says nothing of them. What was stated of no node is told. */
  found(): readonly SourceDevStatus[] | undefined {
    for (const id of this.#stated.keys())
      this.#report.warn(
        'A state of development is stated of a node that is not in the answer; it is left out.',
        id || undefined,
      );
    return this.#found.length === 0 ? undefined : this.#found;
  }
}
