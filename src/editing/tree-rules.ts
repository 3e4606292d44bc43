import { nodeProperties } from '../contract/node-properties.ts';
import { type DraftNode, upwards } from './draft-node.ts';
import { EditRefused } from './edit.ts';

/** A node on its way into a parent. */
export interface Newcomer {
  readonly id: string;
  readonly type: string;
  /** The component that an instance shows. */
  readonly componentId?: unknown;
}

/** What alone may stand in a parent of a type. */
const onlyIn: Readonly<Record<string, string>> = {
  DOCUMENT: 'CANVAS',
  COMPONENT_SET: 'COMPONENT',
  TABLE: 'TABLE_CELL',
};

/** Nodes above one that comes that came as well: each costs time whenever something below it is placed. */
const deepest = 500;

/** In what alone a node of a type may stand. */
const onlyWithin: Readonly<Record<string, readonly string[]>> = {
  CANVAS: ['DOCUMENT'],
  TABLE_CELL: ['TABLE'],
  SECTION: ['CANVAS', 'SECTION'],
};

/**
 * Refuses a node that can't stand in a parent.
 * @param isGiven of what stands so in another document: of that the pages alone are held to their place
 * @throws EditRefused
 */
export function refuseMisplaced(child: Newcomer, parent: DraftNode, isGiven = false): void {
  const refuse = (why: string): never => {
    throw new EditRefused(`${child.type} ${child.id} cannot stand in ${parent.type} ${parent.id}: ${why}.`);
  };
  if (child.type === 'DOCUMENT') refuse('a file has one document');
  const only = onlyIn[parent.type];
  if (only !== undefined && (!isGiven || parent.type === 'DOCUMENT') && only !== child.type)
    refuse(`it holds ${only} only`);
  const within = onlyWithin[child.type];
  if (isGiven && child.type !== 'CANVAS') return;
  if (within !== undefined && !within.includes(parent.type))
    refuse(`it stands in ${within.join(' or ')} only`);
  if (nodeProperties(parent.type)?.schemas.has('children') === false) refuse('that has no children');
  const { put, instance, component } = parent.around;
  if (put > deepest) refuse(`more than ${deepest} nodes above it are put one into another`);
  if (instance !== undefined) refuse(`it is of the instance ${instance.id}; change its main component`);
  if (component !== undefined && (child.type === 'COMPONENT' || child.type === 'COMPONENT_SET'))
    refuse('a component holds no component');
  for (let above = component; above !== undefined; above = above.parent?.around.component)
    if (child.componentId === above.id) refuse('a component holds no instance of itself');
}

/**
 * Refuses to take what has to stay where it is.
 * @throws EditRefused
 */
export function refuseRooted(node: DraftNode): void {
  const { parent } = node;
  if (parent === undefined)
    throw new EditRefused(`The document ${node.id} is neither moved, copied nor removed.`);
  const { instance } = parent.around;
  if (instance !== undefined)
    throw new EditRefused(
      `${node.type} ${node.id} is of the instance ${instance.id}: change its main component, or hide it by "visible".`,
    );
}

/**
 * Refuses to put a node into what is below it.
 * @throws EditRefused
 */
export function refuseCycle(node: DraftNode, parent: DraftNode): void {
  for (const above of upwards(parent))
    if (above === node)
      throw new EditRefused(`The node ${node.id} cannot be put into ${parent.id}, which is in it.`);
}
