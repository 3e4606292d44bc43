import { useQuery } from '@tanstack/react-query';
import type { NodeEntry, OwnNode } from '../../../src/code/own-node.ts';
import type { Answer } from '../../api/call.ts';
import { nodeQuery } from '../node-query.ts';
import { useRoom } from '../room.ts';

export type BoundVariable = NonNullable<
  Answer<'GET /viewer/v1/files/{file_key}/nodes/{node_id}'>['variables']
>[number];

interface Own {
  readonly node: OwnNode;
  readonly entry: NodeEntry;
  readonly variables: readonly BoundVariable[];
}

/** What is selected with all that it says, once it is read. */
export function useOwnNode(): Own | undefined {
  const room = useRoom();
  const id = room.selected ?? '';
  const { data } = useQuery({ ...nodeQuery(room, id), enabled: room.selected !== undefined });
  const entry = data === undefined ? undefined : (Object.values(data.nodes)[0] as NodeEntry | undefined);
  return entry && { node: entry.document, entry, variables: data?.variables ?? [] };
}
