import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { rememberStyle } from './remembering-context.ts';

type Steps = (context: SKRSContext2D) => void;

const mark: Steps = (context) => {
  context.fillRect(1, 1, 9, 9);
  context.strokeRect(3, 3, 9, 9);
};

function drawn(context: SKRSContext2D, steps: Steps): Uint8ClampedArray {
  context.fillStyle = 'yellow';
  context.fillRect(0, 0, 8, 16);
  steps(context);
  mark(context);
  return context.getImageData(0, 0, 16, 16).data;
}

const stripes = (context: SKRSContext2D) => {
  const gradient = context.createLinearGradient(0, 0, 16, 0);
  gradient.addColorStop(0, 'white');
  gradient.addColorStop(1, 'black');
  return gradient;
};

const withStyle =
  (style: Partial<SKRSContext2D>): Steps =>
  (context) =>
    void Object.assign(context, style);

const styled = withStyle({
  globalAlpha: 0.5,
  globalCompositeOperation: 'destination-over',
  fillStyle: 'red',
  strokeStyle: 'blue',
  lineWidth: 3,
  lineJoin: 'round',
  lineCap: 'square',
  miterLimit: 1,
});

const otherwise = withStyle({
  globalAlpha: 1,
  globalCompositeOperation: 'multiply',
  fillStyle: 'green',
  strokeStyle: 'orange',
  lineWidth: 1,
  lineJoin: 'bevel',
  lineCap: 'butt',
  miterLimit: 9,
});

const sequences: Record<string, Steps> = {
  'is set twice': (context) => [styled, styled].forEach((set) => void set(context)),
  'is set again after another': (context) => [styled, otherwise, styled].forEach((set) => void set(context)),
  'is restored, and set to what it was inside': (context) => {
    styled(context);
    context.save();
    otherwise(context);
    context.restore();
    otherwise(context);
  },
  'is restored twice': (context) => {
    styled(context);
    context.save();
    context.save();
    otherwise(context);
    context.restore();
    context.restore();
    styled(context);
  },
  'is restored without having been saved': (context) => {
    styled(context);
    context.restore();
    otherwise(context);
  },
  'is reset, and set to what it was': (context) => {
    styled(context);
    context.reset();
    styled(context);
  },
  'is reset while saved': (context) => {
    context.save();
    styled(context);
    context.reset();
    context.restore();
    styled(context);
  },
  'is a gradient between two times of the same colour': (context) => {
    styled(context);
    context.fillStyle = stripes(context);
    context.strokeStyle = stripes(context);
    mark(context);
    styled(context);
  },
  'is a gradient that changes': (context) => {
    const gradient = stripes(context);
    context.fillStyle = gradient;
    mark(context);
    gradient.addColorStop(0.5, 'red');
    context.fillStyle = gradient;
  },
  'is refused between two times of the same value': (context) => {
    context.globalAlpha = 0.5;
    context.globalAlpha = 7;
    context.globalAlpha = 0.5;
    context.lineWidth = 3;
    context.lineWidth = -1;
    context.lineWidth = 3;
  },
};

test.each(Object.entries(sequences))('px are those of a plain context where a style %s', (_, steps) => {
  const plain = createCanvas(16, 16).getContext('2d');
  const remembering = rememberStyle(createCanvas(16, 16)).getContext('2d');
  expect(drawn(remembering, steps)).toEqual(drawn(plain, steps));
});

test('a style is read as a plain context has it', () => {
  const plain = createCanvas(16, 16).getContext('2d');
  const remembering = rememberStyle(createCanvas(16, 16)).getContext('2d');
  for (const context of [plain, remembering]) styled(context);
  expect(remembering.globalAlpha).toBe(plain.globalAlpha);
  expect(remembering.fillStyle).toBe(plain.fillStyle);
});
