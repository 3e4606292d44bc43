import { writeFileSync } from 'node:fs';
import { workspaceFilePage } from './workspace-file-page.ts';

writeFileSync(new URL('../../docs/workspace-file.md', import.meta.url), workspaceFilePage());
