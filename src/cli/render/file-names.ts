/** Names for the files of pictures: safe on every system, and no two alike. */
export interface FileNames {
  /** As `Icon@2x.png`; a number is added where the name is taken. */
  next(nodeName: string, scale: number, format: string): string;
}

const longest = 100;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Names differ also for systems that take upper and lower case for the same. */
export function fileNames(): FileNames {
  const taken = new Set<string>();
  return {
    next: (nodeName, scale, format) => {
      const ending = `${scale === 1 ? '' : `@${scale}x`}.${format}`;
      const base = safeName(nodeName);
      for (let count = 1; ; count += 1) {
        const name = `${base}${count === 1 ? '' : `-${count}`}${ending}`;
        if (taken.has(name.toLowerCase())) continue;
        taken.add(name.toLowerCase());
        return name;
      }
    },
  };
}

/** Letters, digits and a few signs of the name; everything else becomes a hyphen. */
function safeName(nodeName: string): string {
  const plain = [...nodeName.normalize('NFC')]
    .slice(0, longest)
    .join('')
    .replace(/[^\p{L}\p{M}\p{N} ._=,()+-]+/gu, '-')
    .replace(/^[. -]+|[. -]+$/g, '');
  return plain === '' || reserved.test(plain) ? `node${plain && `-${plain}`}` : plain;
}
