import { guidText } from '../message/guids.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import type { Answering } from './answering.ts';
import { isPage } from './pages.ts';

/** What is answered beside the tree, or said by itself where it is not. */
const besideTheTree = new Set(['DOCUMENT', 'CANVAS', 'VARIABLE', 'VARIABLE_SET', 'VARIABLE_OVERRIDE']);

/** Says of each node that neither the tree nor a map holds that it was left out; of the editor's own page how many. */
export function tellLeftNodes(shown: ReadonlySet<NodeHead>, { index, report, used }: Answering): void {
  const visit = (page: NodeHead, tell: (node: NodeHead) => void): void => {
    const below = isPage(page) ? [...index.children(page)] : [page];
    for (let node = below.pop(); node !== undefined; node = below.pop()) {
      for (const child of index.children(node)) below.push(child);
      const isTaken = shown.has(node) || used.components.has(node) || used.styles.has(node);
      if (!isTaken && !besideTheTree.has(node.type ?? '')) tell(node);
    }
  };
  let unused = 0;
  for (const page of index.children(index.document)) {
    if (page.internalOnly) visit(page, () => (unused += 1));
    else visit(page, (node) => report.warn(`A ${node.type} in this place is left out.`, guidText(node.guid)));
  }
  const count = unused.toLocaleString('en');
  if (unused > 0)
    report.warn(`Nodes of the editor’s own page that nothing else uses are left out: ${count}.`);
}
