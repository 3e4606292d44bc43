import { renderCompared } from '../render/render-compared.ts';
import { renderNode } from '../render/render-node.ts';
import { renderRegion } from '../render/render-region.ts';
import { openFontRegistry } from '../render/text/open-font-registry.ts';
import { serveRenders } from './serve-renders.ts';

/** Runs in a process of its own. */
serveRenders({ renderNode, renderRegion, renderCompared, openFonts: openFontRegistry });
