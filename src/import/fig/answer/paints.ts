import { guidText } from '../message/guids.ts';
import type { Fig, Matrix } from '../message/wanted.ts';
import { type Answering, type Members, unless } from './answering.ts';
import { aliasOf } from './bindings.ts';
import { identity } from './matrix.ts';

type Paint = Fig<'Paint'>;

/** Paints as the interface writes them; `id` names their node in the report. */
export function paintsOf(paints: readonly Paint[] | undefined, id: string, file: Answering): Members[] {
  return (paints ?? []).map((paint) => paintOf(paint, id, file));
}

function paintOf(paint: Paint, id: string, file: Answering): Members {
  const type = paint.type ?? 'SOLID';
  const color = type === 'SOLID' ? aliasOf(paint.colorVar, file.index) : undefined;
  return {
    opacity: unless(paint.opacity ?? 1, 1),
    blendMode: paint.blendMode ?? 'NORMAL',
    visible: unless(paint.visible ?? true, true),
    boundVariables: color && { color },
    ...(type === 'EMOJI' ? emoji : { type, ...ownOf(type, paint, id, file) }),
  };
}

const emoji: Members = {
  type: 'IMAGE',
  scaleMode: 'STRETCH',
  imageRef: null,
  imageTransform: [
    [1, 0, 0],
    [0, 1, 0],
  ],
};

function ownOf(type: string, paint: Paint, id: string, file: Answering): Members {
  if (type === 'SOLID') return { color: paint.color ?? black };
  if (type.startsWith('GRADIENT_')) return gradientOf(type, paint, file);
  if (type === 'IMAGE') return imageOf(paint, id, file);
  if (type === 'PATTERN') return patternOf(paint);
  file.report.warn(`The paint ${type} is taken by its name, and as far as answers know it.`, id);
  return type === 'VIDEO' ? imageOf(paint, id, file) : {};
}

const black = { r: 0, g: 0, b: 0, a: 1 };

function gradientOf(
  type: string,
  { transform, stops = [], stopsVar = [] }: Paint,
  { index }: Answering,
): Members {
  const handles =
    type === 'GRADIENT_LINEAR'
      ? ([
          [0, 0.5],
          [1, 0.5],
          [0, 1],
        ] as const)
      : ([
          [0.5, 0.5],
          [1, 0.5],
          [0.5, 1],
        ] as const);
  return {
    gradientHandlePositions: handles.map(([u, v]) => before(transform ?? identity, u, v)),
    gradientStops: stops.map(({ color, position }, at) => {
      const bound = aliasOf(stopsVar[at]?.colorVar, index);
      return { color, position, ...(bound && { boundVariables: { color: bound } }) };
    }),
  };
}

/** The point that the matrix moves to `u v`, in the order of operations that gives the same last bits. */
function before({ m00, m01, m02, m10, m11, m12 }: Matrix, u: number, v: number) {
  const scale = 1 / (m00 * m11 - m01 * m10);
  if (!Number.isFinite(scale)) return { x: u, y: v };
  return {
    x: m11 * scale * u - m01 * scale * v + (m01 * m12 - m11 * m02) * scale,
    y: m00 * scale * v - m10 * scale * u + (m10 * m02 - m00 * m12) * scale,
  };
}

function imageOf(paint: Paint, id: string, file: Answering): Members {
  const scaleMode = paint.imageScaleMode ?? 'FILL';
  const { m00, m01, m02, m10, m11, m12 } = paint.transform ?? identity;
  const imageRef = imageRefOf(paint.image, id, file) ?? null;
  if (imageRef !== null) file.used.imageRefs.add(imageRef);
  const gifRef = imageRefOf(paint.animatedImage, id, file);
  if (gifRef !== undefined) file.used.imageRefs.add(gifRef);
  return {
    scaleMode,
    imageRef,
    imageTransform:
      scaleMode === 'STRETCH'
        ? [
            [m00, m01, m02],
            [m10, m11, m12],
          ]
        : undefined,
    scalingFactor: scaleMode === 'TILE' ? (paint.scale ?? 1) : undefined,
    rotation: unless(paint.rotation ?? 0, 0),
    filters: filtersOf(paint.paintFilter),
    gifRef,
  };
}

function imageRefOf(image: Fig<'Image'> | undefined, id: string, file: Answering): string | undefined {
  const { hash, dataBlob } = image ?? {};
  if (hash?.length === 20) return Buffer.from(hash).toString('hex');
  const reference = dataBlob === undefined ? undefined : file.imageRefOfBlob(dataBlob);
  if (reference === undefined && (hash?.length || dataBlob !== undefined))
    file.report.warn(
      'The image of a paint is named by no SHA-1 and no bytes of the file; it is left out.',
      id,
    );
  return reference;
}

function filtersOf(filter: Fig<'PaintFilterMessage'> | undefined): Members | undefined {
  if (filter === undefined) return undefined;
  const { exposure, contrast, temperature, tint, highlights, shadows, vibrance } = filter;
  const all = { exposure, contrast, saturation: vibrance, temperature, tint, highlights, shadows };
  const set = Object.entries(all).filter(([, value]) => value !== undefined && value !== 0);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

function patternOf(paint: Paint): Members {
  return {
    sourceNodeId: guidText(paint.sourceNodeId) ?? '',
    tileType: paint.patternTileType ?? 'RECTANGULAR',
    scalingFactor: paint.scale ?? 1,
    spacing: paint.patternSpacing ?? { x: 0, y: 0 },
    horizontalAlignment: paint.horizontalAlignment ?? 'START',
    verticalAlignment: paint.verticalAlignment ?? 'START',
  };
}

const nothing = { r: 0, g: 0, b: 0, a: 0 };

/** The colour of what has exactly one visible paint, a plain one. */
export function backgroundColorOf(paints: readonly Paint[] | undefined) {
  const visible = (paints ?? []).filter((paint) => paint.visible !== false);
  const [only] = visible;
  if (visible.length !== 1 || (only!.type ?? 'SOLID') !== 'SOLID') return nothing;
  const color = only!.color ?? black;
  return { ...color, a: color.a * (only!.opacity ?? 1) };
}
