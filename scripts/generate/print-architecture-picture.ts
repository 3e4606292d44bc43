import { writeFileSync } from 'node:fs';
import { architecturePicture } from './architecture-picture.ts';

writeFileSync(new URL('../../docs/architecture.svg', import.meta.url), architecturePicture());
