import { renderNode } from '../render/render-node.ts';
import { openFontRegistry } from '../render/text/open-font-registry.ts';
import { serveRenders } from './serve-renders.ts';

/** Runs in a thread of its own. */
serveRenders({ renderNode, openFonts: openFontRegistry });
