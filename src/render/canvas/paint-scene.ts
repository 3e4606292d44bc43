import type { Scene } from '../scene/scene.ts';
import { paintItems } from './paint-item.ts';
import type { Painter, Target } from './target.ts';

/** Draws a scene on the target, whose matrix brings it to its place and size. */
export const paintScene = (painter: Painter, target: Target, scene: Scene): void =>
  paintItems(painter, target, scene.items, 1);
