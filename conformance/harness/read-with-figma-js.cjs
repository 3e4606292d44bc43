/**
 * What a tool built on figma-js and figma-transformer does: reads a file, then some of its nodes and images.
 * Prints what it saw as JSON. Arguments: file key, node id.
 */
const { createHash } = require('node:crypto');
const figma = require('figma-js');
const { processFile } = require('figma-transformer');

async function read([key, nodeId]) {
  const client = figma.Client({ personalAccessToken: process.env.FIGMA_TOKEN });
  const { data: file } = await client.file(key);
  const { data: nodes } = await client.fileNodes(key, { ids: [nodeId] });
  const { data: fills } = await client.fileImageFills(key);
  const { data: me } = await client.me();
  const { data: versions } = await client.fileVersions(key);
  const processed = processFile(structuredClone(file), key);
  return {
    name: processed.name,
    fileId: processed.fileId,
    components: processed.shortcuts.components.length,
    styles: processed.shortcuts.styles?.length ?? 0,
    pages: processed.shortcuts.pages.map(({ name }) => name),
    document: createHash('sha256').update(JSON.stringify(file.document)).digest('hex'),
    node: nodes.nodes[nodeId].document.name,
    fills: Object.keys(fills.meta.images).length,
    handle: me.handle,
    versions: versions.versions.length,
  };
}

read(process.argv.slice(2)).then(
  (seen) => console.log(JSON.stringify(seen)),
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
