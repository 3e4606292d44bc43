import type { Layer } from '../instances/layer.ts';
import type { FigNode, Matrix } from '../message/wanted.ts';
import type { NodeHead } from '../message/wanted-heads.ts';
import { leftOut } from '../message/wanted-node.ts';
import type { Answering, Members } from './answering.ts';
import { boundVariablesOf, explicitModesOf } from './bindings.ts';
import { boardOf, tableCellsOf, withBoardLook } from './boards.ts';
import { instanceOf, propertyDefinitionsOf, propertyReferencesOf, setOf } from './components.ts';
import { DevStatuses } from './dev-statuses.ts';
import { effectsOf } from './effects.ts';
import { geometryOf } from './geometry.ts';
import { glyphsOf } from './glyphs.ts';
import { generalOf, identityOf, isContainer, isOfNobody, pluginDataOf, typeOf } from './identity.ts';
import { inkOf, withEffects } from './ink.ts';
import { interactionsOf } from './interactions.ts';
import { childLayoutOf, constraintsOf, containerLayoutOf, layoutGridsOf, overflowOf } from './layout.ts';
import { type Box, boxOf, identity, intersect, isWritable, multiply, rectangleOf, unite } from './matrix.ts';
import { isPage, misplacedOf, pageOf, type StartingPoint, startingPointOf } from './pages.ts';
import { backgroundColorOf, paintsOf } from './paints.ts';
import { strokesOf } from './strokes.ts';
import { stylesOf } from './styles.ts';
import { textOf } from './text.ts';
import type { TextWriter } from './text-writer.ts';

/** What a node knows of those around it. */
interface Around {
  readonly parent: FigNode | undefined;
  readonly world: Matrix;
  /** What the clipping ancestors and the mask leave; undefined where nothing clips. */
  readonly clip: Box | undefined;
  /** Nothing shows of what is hidden, nor of what a boolean is made of. */
  readonly isUnseen: boolean;
  /** Gathers the ids of the instances that are exposed to the one around. */
  readonly exposed: string[];
  readonly level: number;
}

/** Writes the answer's document, node after node. */
export class DocumentWriter {
  readonly #file: Answering;
  readonly #out: TextWriter;
  readonly devStatuses: DevStatuses;
  /** The nodes of the file that the answer holds, be it within instances. */
  readonly shown = new Set<NodeHead>();
  #starts: StartingPoint[] = [];

  constructor(file: Answering, out: TextWriter) {
    this.#file = file;
    this.#out = out;
    this.devStatuses = new DevStatuses(file.index, file.report);
  }

  /** Writes the node of type DOCUMENT with its pages; that of the editor's own is not among them. */
  write(): void {
    const { expansion, index } = this.#file;
    const layer = expansion.stored(index.document);
    this.#open(identityOf(layer, 'DOCUMENT'));
    const pages = [...expansion.children(layer, 0)].filter(({ head }) => isPage(head) && !head.internalOnly);
    this.#list(pages, (page) => this.#writePage(page));
    this.#close(this.#membersAbove(layer));
  }

  #writePage(layer: Layer): void {
    this.#starts = [];
    this.#open(identityOf(layer, typeOf(layer.node)));
    const around = {
      parent: undefined,
      world: identity,
      clip: undefined,
      isUnseen: false,
      level: 1,
      exposed: [],
    };
    this.#writeChildren(layer, around);
    this.#close({ ...pageOf(layer.node, this.#starts), ...this.#membersAbove(layer) });
  }

  /** What the document and its pages have of what every node may have; the report says what answers lack there. */
  #membersAbove(layer: Layer): Members {
    const { id, node } = layer;
    this.#tellLeftOut(layer, misplacedOf(node));
    return {
      ...pluginDataOf(node),
      boundVariables: boundVariablesOf(node, id, this.#file),
      explicitVariableModes: explicitModesOf(node, this.#file),
    };
  }

  /** Writes a node and answers where it shows, by no clip of what lies around it. */
  #writeNode(given: Layer, around: Around): Box | undefined {
    const layer = { ...given, node: withBoardLook(given.node) };
    const { node } = layer;
    const type = typeOf(node);
    const world = multiply(around.world, node.transform ?? identity);
    const start = startingPointOf(node, layer.id);
    if (start !== undefined) this.#starts.push(start);
    this.devStatuses.note(layer);
    this.shown.add(layer.head);
    if (type === 'INSTANCE' && node.propsAreBubbled) around.exposed.push(layer.id);
    if (type === 'COMPONENT' && layer.scopes.length === 0) this.#file.used.components.add(layer.head);
    this.#tellLeftOut(layer);
    this.#open({ ...identityOf(layer, type), ...generalOf(layer) });
    const isUnseen = around.isUnseen || node.visible === false;
    const clips = isContainer(type) && type !== 'GROUP' && !node.frameMaskDisabled;
    const own = this.#ownBox(layer, world);
    const within: Around = {
      parent: node,
      world,
      clip: clips ? clipped(around.clip, own) : around.clip,
      isUnseen: isUnseen || type === 'BOOLEAN_OPERATION',
      level: around.level + 1,
      exposed: type === 'INSTANCE' ? [] : around.exposed,
    };
    const held = this.#writeHeld(layer, type, within);
    const ink = unite(inkOf(node, type, world, this.#file.blobs), clips ? intersect(held, own) : held);
    const shown = isUnseen ? undefined : withEffects(ink, node);
    const seen = node.mask || isUnseen ? undefined : intersect(shown, around.clip);
    this.#close({
      absoluteBoundingBox: rectangleOf(own),
      absoluteRenderBounds: seen === undefined ? null : rectangleOf(seen),
      ...this.#membersOf(layer, type, around, within.exposed),
    });
    return shown;
  }

  #ownBox({ id, node }: Layer, world: Matrix): Box {
    const box = boxOf(world, node.size ?? { x: 0, y: 0 });
    if (!isWritable(box))
      this.#file.report.warn('The place or size of the layer is beyond all numbers; 0 stands for it.', id);
    return box;
  }

  #writeHeld(layer: Layer, type: string, within: Around): Box | undefined {
    if (type === 'TABLE') {
      const cells = tableCellsOf(layer, within.world, this.#file);
      this.#list(cells, (cell) => this.#out.write(JSON.stringify(cell)));
    }
    if (type === 'TABLE') return undefined;
    const holds = isContainer(type) || ['BOOLEAN_OPERATION', 'SECTION', 'WIDGET'].includes(type);
    if (!holds && this.#file.index.children(layer.head).length === 0) return undefined;
    return this.#writeChildren(layer, within);
  }

  /** Answers where the children show together. A mask clips those after it, up to what ends it. */
  #writeChildren(layer: Layer, around: Around): Box | undefined {
    let mask: { readonly box: Box | undefined } | undefined;
    let all: Box | undefined;
    this.#list(this.#file.expansion.children(layer, around.level), (child) => {
      const { node } = child;
      const type = typeOf(node);
      if (endsMask.has(type) || (node.mask && node.visible === false)) mask = undefined;
      const isClipped = mask !== undefined && !node.mask;
      const clip = isClipped ? clipped(around.clip, mask!.box ?? nowhere) : around.clip;
      const shown = this.#writeNode(child, { ...around, clip });
      if (node.mask && node.visible !== false) mask = { box: shown };
      all = unite(all, isClipped ? intersect(shown, mask!.box ?? nowhere) : shown);
    });
    return all;
  }

  #membersOf(layer: Layer, type: string, around: Around, exposed: readonly string[]): Members {
    const file = this.#file;
    const { node, id } = layer;
    const isFrame = isContainer(type);
    const fills = paintsOf(node.fillPaints, id, file);
    const isDefiner =
      type === 'COMPONENT_SET' || (type === 'COMPONENT' && setOf(layer.head, file) === undefined);
    return {
      constraints: type === 'SECTION' ? undefined : constraintsOf(node),
      ...geometryOf(layer, file),
      ...(isFrame ? frameOf(node, type, fills) : {}),
      ...(type === 'SLICE'
        ? {}
        : { fills, ...strokesOf(node, type, id, file), effects: effectsOf(node, id, file) }),
      ...childLayoutOf(node, type, around.parent),
      ...(type === 'TEXT' || type === 'TEXT_PATH' ? this.#textOf(layer) : {}),
      ...(type === 'INSTANCE' ? instanceOf(layer, exposed, file) : {}),
      ...shapeOf(node, type),
      ...boardOf(node, type),
      componentPropertyDefinitions: isDefiner ? propertyDefinitionsOf(layer, file) : undefined,
      componentPropertyReferences: propertyReferencesOf(layer, file),
      styles: stylesOf(node, type, file),
      boundVariables: boundVariablesOf(node, id, file),
      explicitVariableModes: explicitModesOf(node, file),
      ...interactionsOf(node, id, file),
    };
  }

  #textOf({ node, id }: Layer): Members {
    const text = textOf(node, id, this.#file);
    return { ...text, ...glyphsOf(node, text, id, this.#file) };
  }

  #tellLeftOut({ id, node, scopes }: Layer, more: readonly string[] = []): void {
    if (scopes.length === 0 && node.pluginData?.some(isOfNobody))
      this.#file.report.warn('What a plugin wrote under no name of its own is left out.', id);
    const fields = (Object.keys(leftOut) as (keyof typeof leftOut)[]).filter((field) => node[field]);
    for (const field of [...fields, ...more])
      this.#file.report.warn(`The property ${field} has no place in answers and is left out.`, id);
  }

  #open(members: Members): void {
    this.#out.write(JSON.stringify(members).slice(0, -1));
  }

  #close(members: Members): void {
    const text = JSON.stringify(members);
    this.#out.write(text === '{}' ? '}' : `,${text.slice(1)}`);
  }

  #list<T>(items: Iterable<T>, write: (item: T) => void): void {
    this.#out.write(',"children":[');
    let isFirst = true;
    for (const item of items) {
      if (!isFirst) this.#out.write(',');
      isFirst = false;
      write(item);
    }
    this.#out.write(']');
  }
}

/** What a mask before it does not touch, nor anything behind it. */
const endsMask = new Set(['FRAME', 'COMPONENT', 'COMPONENT_SET', 'INSTANCE', 'SECTION']);

/** A box that holds nothing. */
const nowhere: Box = {
  left: Number.POSITIVE_INFINITY,
  top: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  bottom: Number.NEGATIVE_INFINITY,
};

const clipped = (clip: Box | undefined, box: Box): Box => intersect(box, clip) ?? nowhere;

function frameOf(node: FigNode, type: string, fills: Members[]): Members {
  return {
    clipsContent: type !== 'GROUP' && !node.frameMaskDisabled,
    background: fills,
    backgroundColor: backgroundColorOf(node.fillPaints),
    layoutGrids: layoutGridsOf(node),
    overflowDirection: overflowOf(node),
    ...containerLayoutOf(node),
  };
}

const fullTurn = 6.2831854820251465;
const booleans: Readonly<Record<string, string>> = { XOR: 'EXCLUDE' };

/** What some shapes have of their own. */
function shapeOf(node: FigNode, type: string): Members {
  if (type === 'ELLIPSE') {
    const { startingAngle = 0, endingAngle = fullTurn, innerRadius = 0 } = node.arcData ?? {};
    return { arcData: { startingAngle, endingAngle, innerRadius } };
  }
  if (type === 'STAR') return { count: node.count ?? 5, starInnerScale: node.starInnerScale ?? 0.382 };
  if (type === 'REGULAR_POLYGON') return { count: node.count ?? 3 };
  if (type === 'SECTION') return { sectionContentsHidden: node.sectionContentsHidden ?? false };
  const operation = node.booleanOperation ?? 'UNION';
  return type === 'BOOLEAN_OPERATION' ? { booleanOperation: booleans[operation] ?? operation } : {};
}
