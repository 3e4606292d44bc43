import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

const remembered = [
  'globalAlpha',
  'globalCompositeOperation',
  'fillStyle',
  'strokeStyle',
  'lineWidth',
  'lineJoin',
  'lineCap',
  'miterLimit',
] as const;

/** What a context was told last, by the places of these. Numbers and words alone: gradients and patterns may have changed since. */
type Told = unknown[];

const told = Symbol('told');
const saved = Symbol('saved');

type Remembering = SKRSContext2D & { [told]: Told; [saved]: Told[] };

/** What the library does. */
const plain = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')) as SKRSContext2D;

function tellingOnce(name: (typeof remembered)[number], place: number): PropertyDescriptor {
  const { get, set } = Object.getOwnPropertyDescriptor(plain, name) as Required<PropertyDescriptor>;
  return {
    get,
    set(this: Remembering, value: unknown) {
      const last = this[told];
      if (last[place] === value) return;
      set.call(this, value);
      last[place] = typeof value === 'object' ? undefined : value;
    },
  };
}

const accessors = Object.fromEntries(remembered.map((name, place) => [name, tellingOnce(name, place)]));

const toldNothing = (): Told => remembered.map(() => undefined);

const remembering = Object.assign(Object.create(plain, accessors), {
  save(this: Remembering): void {
    plain.save.call(this);
    this[saved].push(this[told].slice());
  },
  restore(this: Remembering): void {
    plain.restore.call(this);
    this[told] = this[saved].pop() ?? this[told];
  },
  reset(this: Remembering): void {
    plain.reset.call(this);
    startOver(this);
  },
});

function startOver(context: Remembering): void {
  context[told] = toldNothing();
  context[saved] = [];
}

/**
 * Makes the context of a canvas remember what the library was told, and tell it nothing twice: most marks are laid
 * down as those before them, and a colour takes the library as long as a small fill.
 */
export function rememberStyle(canvas: Canvas): Canvas {
  startOver(Object.setPrototypeOf(canvas.getContext('2d'), remembering) as Remembering);
  return canvas;
}
