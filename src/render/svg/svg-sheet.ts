import type { SceneImages } from '../images.ts';
import type { RenderOptions } from '../render-options.ts';
import type { NodeName, SceneItem } from '../scene/scene.ts';
import { type Attribute, escapeXml, printElement } from './xml.ts';

/** What a caller may choose about the text of an SVG. @see IMG-13…16 */
export type SvgOptions = Pick<
  RenderOptions,
  'svgOutlineText' | 'svgIncludeId' | 'svgIncludeNodeId' | 'svgSimplifyStroke'
>;

/** In the order in which they stand in `defs`. */
const definitionKinds = ['filter', 'paint', 'clip', 'pattern', 'image'] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** A number for ids that stays the same for the same text. @see FNV-1a */
function shortHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash % 100_000;
}

/** What ends every id: the exported node's; a short one for layers inside of instances, whose ids are long. */
const suffixOf = (nodeId: string): string =>
  nodeId.includes(';') ? `0_${shortHash(nodeId)}` : nodeId.replace(/[^A-Za-z0-9]/g, '_') || '0';

/** Programs that draw SVG give up long before; outlines of a long text come to a thousand times its size. */
const mostCharacters = 64 * 2 ** 20;

/** The picture is too large to be of use. */
export class SvgSizeError extends Error {
  override readonly name = 'SvgSizeError';
}

type ItemLines = (sheet: SvgSheet, item: SceneItem) => string[];

/** What is gathered while an SVG is written: ids in use and definitions. */
export class SvgSheet {
  readonly options: SvgOptions;
  readonly images: SceneImages;
  readonly suffix: string;
  readonly #counters = new Map<string, number>();
  readonly #definitions = new Map<DefinitionKind, string[]>();
  readonly #imageIds = new Map<string, string>();
  readonly #named = new Set<string>();
  /** How often a name was asked for. */
  readonly #names = new Map<string, number>();

  readonly #itemLines: ItemLines;
  #reserved = 0;

  constructor(rootId: string, options: SvgOptions, images: SceneImages, itemLines: ItemLines) {
    this.suffix = suffixOf(rootId);
    this.options = options;
    this.images = images;
    this.#itemLines = itemLines;
  }

  /** The lines of items, one after the other: what masks, clips and patterns enclose. */
  writeItems(items: readonly SceneItem[]): string[] {
    return items.flatMap((item) => this.#itemLines(this, item));
  }

  /**
   * Called before something large is written.
   *
   * @throws SvgSizeError
   */
  reserve(characters: number): void {
    this.#reserved += characters;
    if (this.#reserved > mostCharacters) throw new SvgSizeError('The SVG would be larger than 64 MB.');
  }

  /** Counts each kind from 0. */
  next(kind: string): number {
    const count = this.#counters.get(kind) ?? 0;
    this.#counters.set(kind, count + 1);
    return count;
  }

  /** A new id as the original makes them: `filter0_d_1_2`. */
  newId(kind: string, detail?: string): string {
    return [`${kind}${this.next(kind)}`, ...(detail === undefined ? [] : [detail]), this.suffix].join('_');
  }

  define(kind: DefinitionKind, markup: string): void {
    const list = this.#definitions.get(kind) ?? [];
    this.#definitions.set(kind, list);
    list.push(markup);
  }

  /** The id of an embedded image; undefined where its bytes are not there. */
  imageId(key: string): string | undefined {
    const image = this.images.get(key);
    if (image === undefined || this.#imageIds.has(key)) return this.#imageIds.get(key);
    const id = this.newId('image');
    this.#imageIds.set(key, id);
    const { width, height, bytes, mimeType } = image;
    this.reserve((4 / 3) * bytes.length);
    const attributes: Attribute[] = [
      ['id', id],
      ['width', width],
      ['height', height],
      ['preserveAspectRatio', 'none'],
      ['xlink:href', `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`],
    ];
    this.define('image', `${printElement('image', attributes)}\n`);
    return id;
  }

  /** Whether something is referred to in the way that needs a namespace of its own. */
  get usesLinks(): boolean {
    return (this.#definitions.get('pattern') ?? []).length > 0;
  }

  /** The text within `defs`; empty where nothing was defined. */
  get definitions(): string {
    return definitionKinds.flatMap((kind) => this.#definitions.get(kind) ?? []).join('');
  }

  /** The attributes that name a node, where they were asked for; for the first of its elements alone. */
  nameAttributes(node: NodeName | undefined): Attribute[] {
    const { svgIncludeId, svgIncludeNodeId } = this.options;
    if (node === undefined || !(svgIncludeId || svgIncludeNodeId) || this.#named.has(node.id)) return [];
    this.#named.add(node.id);
    return [
      ['id', svgIncludeId ? this.#uniqueName(escapeXml(node.name)) : undefined],
      ['data-node-id', svgIncludeNodeId ? escapeXml(node.id) : undefined],
    ];
  }

  /** A name that comes again gets `_2`, `_3`; so does one that could be the id of a definition. */
  #uniqueName(name: string): string | undefined {
    if (name === '') return undefined;
    const reserved = name.endsWith(`_${this.suffix}`) || name.endsWith(`_${this.suffix}_clip_path`);
    let count = this.#names.get(name) ?? (reserved ? 1 : 0);
    const idOf = (): string => (count === 0 ? name : `${name}_${count + 1}`);
    while (count > 0 && this.#names.has(idOf())) count++;
    const id = idOf();
    this.#names.set(name, count + 1);
    if (id !== name) this.#names.set(id, 1);
    return id;
  }
}
