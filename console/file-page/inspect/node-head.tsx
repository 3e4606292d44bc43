import type { NodeEntry, OwnNode } from '../../../src/code/own-node.ts';
import { addressOf } from '../../api/address-of.ts';
import { iconOf, typeInWords } from '../layers/layer-icons.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Icon } from '../parts/icon.tsx';
import { searchOf } from '../place.ts';
import { useRoom } from '../room.ts';

/** Name and type of a node, and the ways to take it elsewhere. */
export function NodeHead({ node, entry }: { node: OwnNode; entry: NodeEntry }) {
  const { file, version } = useRoom();
  const link = () => location.origin + location.pathname + searchOf({ node: node.id, version });
  return (
    <header className="node-head">
      <h2>
        <Icon name={iconOf(node.type)} />
        <span>{node.name}</span>
      </h2>
      <p className="quiet">
        {typeInWords(node.type)} <code>{node.id}</code>
      </p>
      <div className="node-ways">
        <CopyButton words="Copy link" text={link} isWord />
        <CopyButton words="As JSON" text={() => JSON.stringify(entry.document, null, 2)} isWord />
        <CopyButton words="As curl" text={() => curlOf(file, node.id)} isWord />
      </div>
    </header>
  );
}

function curlOf(file: string, id: string): string {
  const asked = { path: { file_key: file }, query: { ids: id } };
  const address = location.origin + addressOf('GET /v1/files/{file_key}/nodes', asked);
  return `curl -H "X-Service-Token: $VITRINE_TOKEN" "${address}"`;
}
