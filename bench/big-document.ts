/** What the generated document is to be like. */
export interface BigDocument {
  readonly nodes: number;
  /** Reached by giving nodes effects; a document smaller than its bare nodes can't be made. */
  readonly approximateBytes: number;
  /** With vector data on every node, as an export with `geometry=paths` has it. */
  readonly geometry?: boolean;
}

/** A frame and the nodes on it. */
const frameNodes = 20;
const framesPerPage = 500;

/** How many frames a document of so many nodes has. */
export const frameCount = (nodes: number): number =>
  Math.max(1, Math.round((nodes - 1) / (frameNodes + 1 / framesPerPage)));

export const frameId = (frame: number): string => nodeId(1 + Math.floor(frame / framesPerPage), frame, 0);

const nodeId = (page: number, frame: number, place: number): string =>
  `${page * 10 + 3}:${frame * frameNodes + place}`;

/**
 * Writes a file answer that looks like one of a real design: pages of frames of 20 nodes with fills, text,
 * instances of a few components, and styles. The same arguments give the same bytes.
 */
export function generateDocument({ nodes, approximateBytes, geometry = false }: BigDocument): Uint8Array {
  const bare = writeDocument(nodes, geometry, 0);
  const padBytes = Math.max(0, Math.floor((approximateBytes - bare.length) / nodes));
  return padBytes === 0 ? bare : writeDocument(nodes, geometry, padBytes);
}

function writeDocument(nodes: number, geometry: boolean, padBytes: number): Buffer {
  const writer = new NodeWriter(geometry, padBytes);
  const frames = frameCount(nodes);
  const parts: Buffer[] = [
    Buffer.from(
      '{"document":{"id":"0:0","name":"Document","type":"DOCUMENT","scrollBehavior":"SCROLLS","children":[',
    ),
  ];
  for (let first = 0, page = 1; first < frames; first += framesPerPage, page++) {
    const count = Math.min(framesPerPage, frames - first);
    const written = Array.from({ length: count }, (_, index) => writer.frame(page, first + index)).join(',');
    parts.push(Buffer.from(`${page === 1 ? '' : ','}${pageText(page, written)}`));
  }
  parts.push(
    Buffer.from(
      `]},${mapsText()},"name":"Big file","lastModified":"2026-01-01T00:00:00Z","version":"1","role":"owner","editorType":"figma"}`,
    ),
  );
  return Buffer.concat(parts);
}

const pageText = (page: number, frames: string): string =>
  `{"id":"0:${page}","name":"Page ${page}","type":"CANVAS","scrollBehavior":"SCROLLS","children":[${frames}],` +
  '"backgroundColor":{"r":0.9607843160629272,"g":0.9607843160629272,"b":0.9607843160629272,"a":1.0},' +
  '"prototypeStartNodeID":null,"flowStartingPoints":[],"prototypeDevice":{"type":"NONE","rotation":"NONE"}}';

function mapsText(): string {
  const components = Array.from(
    { length: 8 },
    (_, index) =>
      `"1:${index}":{"key":"${`${index}`.padStart(40, 'c')}","name":"Part ${index}","description":"","remote":false,"documentationLinks":[]}`,
  );
  const styles = Array.from(
    { length: 8 },
    (_, index) =>
      `"2:${index}":{"key":"${`${index}`.padStart(40, 'f')}","name":"Colour ${index}","styleType":"FILL","remote":false,"description":""}`,
  );
  return `"components":{${components.join(',')}},"componentSets":{},"schemaVersion":0,"styles":{${styles.join(',')}}`;
}

/** Writes nodes from numbers alone. */
class NodeWriter {
  readonly #geometry: boolean;
  readonly #padBytes: number;
  /** Bytes of effects that the nodes so far should have had and did not. */
  #owedBytes = 0;
  #shadows = 0;

  constructor(geometry: boolean, padBytes: number) {
    this.#geometry = geometry;
    this.#padBytes = padBytes;
  }

  frame(page: number, index: number): string {
    const id = (place: number) => nodeId(page, index, place);
    const [x, y] = [(index % 25) * 400, Math.floor(index / 25) * 900];
    const children = Array.from({ length: frameNodes - 1 }, (_, place) =>
      this.#leaf(id(place + 1), index, place, x, y),
    );
    return (
      `{"id":"${id(0)}","name":"Screen ${index}","type":"FRAME","scrollBehavior":"SCROLLS","children":[${children.join(',')}],` +
      `"blendMode":"PASS_THROUGH","clipsContent":true,"background":[${fill(index)}],"fills":[${fill(index)}],"strokes":[],` +
      `"strokeWeight":1.0,"strokeAlign":"INSIDE",${box(x, y, 375, 812)}${this.#paths(375, 812)},${this.#effects()},` +
      `"interactions":[]}`
    );
  }

  #leaf(id: string, frame: number, place: number, frameX: number, frameY: number): string {
    const [x, y] = [frameX + 16, frameY + place * 40];
    const paint = `"blendMode":"PASS_THROUGH","fills":[${fill(frame + place)}],"strokes":[],"strokeWeight":1.0,"strokeAlign":"INSIDE"`;
    const tail = `${box(x, y, 343, 32)}${this.#paths(343, 32)},"constraints":{"vertical":"TOP","horizontal":"LEFT"},${this.#effects()},"interactions":[]`;
    const head = (name: string, type: string) =>
      `{"id":"${id}","name":"${name}","type":"${type}","scrollBehavior":"SCROLLS",`;
    if (place % 3 === 0)
      return `${head(`Label ${place}`, 'TEXT')}${paint},${text(frame, place)},"styles":{"fill":"2:${place % 8}"},${tail}}`;
    if (place % 7 === 0)
      return `${head(`Part ${place}`, 'INSTANCE')}"componentId":"1:${place % 8}","overrides":[],${paint},${tail}}`;
    return `${head(`Shape ${place}`, 'RECTANGLE')}"cornerRadius":8.0,${paint},${tail}}`;
  }

  #paths(width: number, height: number): string {
    if (!this.#geometry) return '';
    const path = `M0 0L${width} 0L${width} ${height}L0 ${height}L0 0Z`;
    return (
      `,"fillGeometry":[{"path":"${path}","windingRule":"NONZERO"}],"strokeGeometry":[],` +
      `"relativeTransform":[[1.0,0.0,16.0],[0.0,1.0,40.0]],"size":{"x":${width}.0,"y":${height}.0}`
    );
  }

  /** As many shadows as bring the document to its size. */
  #effects(): string {
    this.#owedBytes += this.#padBytes;
    const shadows: string[] = [];
    while (this.#owedBytes > 0) {
      const shadow = dropShadow(this.#shadows++);
      this.#owedBytes -= shadow.length + 1;
      shadows.push(shadow);
    }
    return `"effects":[${shadows.join(',')}]`;
  }
}

const box = (x: number, y: number, width: number, height: number): string => {
  const rectangle = `{"x":${x}.0,"y":${y}.0,"width":${width}.0,"height":${height}.0}`;
  return `"absoluteBoundingBox":${rectangle},"absoluteRenderBounds":${rectangle}`;
};

const fill = (number: number): string =>
  `{"blendMode":"NORMAL","type":"SOLID","color":{"r":0.${(number * 37) % 1000},"g":0.5,"b":0.${(number * 53) % 1000},"a":1.0}}`;

const text = (frame: number, place: number): string =>
  `"characters":"Line ${place} of screen ${frame}","characterStyleOverrides":[],"styleOverrideTable":{},"lineTypes":["NONE"],` +
  '"lineIndentations":[0],"style":{"fontFamily":"Inter","fontPostScriptName":"Inter-Regular","fontWeight":400,"textAutoResize":"HEIGHT",' +
  '"fontSize":16.0,"textAlignHorizontal":"LEFT","textAlignVertical":"TOP","letterSpacing":0.0,"lineHeightPx":24.0}';

const dropShadow = (number: number): string =>
  `{"type":"DROP_SHADOW","visible":true,"color":{"r":0.${(number * 71) % 1000},"g":0.1,"b":0.2,"a":0.25},"blendMode":"NORMAL",` +
  `"offset":{"x":0.0,"y":${number % 17}.0},"radius":${number % 29}.5,"showShadowBehindNode":false}`;
