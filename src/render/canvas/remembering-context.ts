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

type Remembered = (typeof remembered)[number];

/** What a context was told last. Numbers and words alone: gradients and patterns may have changed since. */
type Told = Partial<Record<Remembered, unknown>> & { readonly below?: Told };

const told = Symbol('told');

type Remembering = SKRSContext2D & { [told]: Told };

/** What the library does. */
const plain = Object.getPrototypeOf(createCanvas(1, 1).getContext('2d')) as SKRSContext2D;

function tellingOnce(name: Remembered): PropertyDescriptor {
  const { get, set } = Object.getOwnPropertyDescriptor(plain, name) as Required<PropertyDescriptor>;
  return {
    get,
    set(this: Remembering, value: unknown) {
      if (this[told][name] === value) return;
      set.call(this, value);
      this[told][name] = typeof value === 'object' ? undefined : value;
    },
  };
}

const accessors = Object.fromEntries(remembered.map((name) => [name, tellingOnce(name)]));

const remembering = Object.assign(Object.create(plain, accessors), {
  save(this: Remembering): void {
    plain.save.call(this);
    this[told] = { ...this[told], below: this[told] };
  },
  restore(this: Remembering): void {
    plain.restore.call(this);
    this[told] = this[told].below ?? this[told];
  },
  reset(this: Remembering): void {
    plain.reset.call(this);
    this[told] = {};
  },
});

/**
 * Makes the context of a canvas remember what the library was told, and tell it nothing twice: most marks are laid
 * down as those before them, and a colour takes the library as long as a small fill.
 */
export function rememberStyle(canvas: Canvas): Canvas {
  const context = Object.setPrototypeOf(canvas.getContext('2d'), remembering) as Remembering;
  context[told] = {};
  return canvas;
}
