import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from './open-api.ts';
import { projectFolder } from './open-api.ts';
import { packageFolder } from './sources.ts';
import { typesText } from './types-text.ts';

export const typesPackageName = 'vitrine-api-types';

/**
 * The files of the npm package with the types of the interface, by name.
 *
 * @see VER-12
 */
export function typesPackageFiles(document: OpenApiDocument): Record<string, string> {
  return {
    'package.json': `${JSON.stringify(manifest(String(document.info.version)), null, 2)}\n`,
    'index.d.ts': typesText(document, 'caller'),
    'README.md': readme,
    LICENSE: readFileSync(join(projectFolder, 'LICENSE'), 'utf8'),
    'LICENSE-rest-api-spec': specificationLicense(),
  };
}

/** The licence of the specification package; what is generated from its document carries it along. */
export function specificationLicense(): string {
  return readFileSync(join(packageFolder(), 'LICENSE'), 'utf8');
}

function manifest(version: string): object {
  return {
    name: typesPackageName,
    version,
    description: 'TypeScript types of the interface that Vitrine speaks.',
    license: 'Apache-2.0 AND MIT',
    type: 'module',
    types: './index.d.ts',
    exports: { '.': { types: './index.d.ts' } },
    files: ['index.d.ts', 'LICENSE-rest-api-spec'],
    sideEffects: false,
  };
}

const readme = `# ${typesPackageName}

TypeScript types of the interface that Vitrine speaks: a type for every schema, and \`Operations\` with the
parameters, body and answer of each operation. Types only; nothing of it is there when a program runs.

\`\`\`ts
import type { Operations } from '${typesPackageName}';

type FileAnswer = Operations['getFile']['answer'];

async function readFile(base: string, key: string, token: string): Promise<FileAnswer> {
  const answer = await fetch(\`\${base}/v1/files/\${key}\`, { headers: { 'X-Service-Token': token } });
  return (await answer.json()) as FileAnswer;
}
\`\`\`

Generated from the OpenAPI document that every Vitrine server publishes at \`/openapi.json\`. That document is
made from the package @figma/rest-api-spec (MIT, see LICENSE-rest-api-spec), the differences of Vitrine, and its
own operations. Not affiliated with Figma.
`;
