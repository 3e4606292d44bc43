/** What people try besides, by how it begins, and what to do with it. */
const foreign: readonly (readonly [begins: RegExp, hint: string])[] = [
  [
    /^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF....WEBP/s,
    'It is a picture: pictures come in as image fills of a design.',
  ],
  [/^%PDF/, 'It is a PDF: place it in a design, and save that as a local copy.'],
  [/^\s*<(\?xml|svg)/i, 'It is an SVG: place it in a design, and save that as a local copy.'],
  [/^\s*<(!doctype|html)/i, 'It is a web page, maybe the page of a design: give its address instead.'],
];

/** One sentence more for a file of a format that is known to be another; empty where it is not. */
export function hintFor(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const hint = foreign.find(([begins]) => begins.test(start))?.[1];
  return hint === undefined ? '' : ` ${hint}`;
}
