const formats = ['.json', '.fig', '.jam', '.deck'];
const pictures = ['.png', '.jpg', '.jpeg', '.gif', '.webp'];

/** What the chooser of files offers. */
export const acceptedEndings = [...formats, ...pictures];

const endsWith = (file: File, endings: readonly string[]): boolean =>
  endings.some((ending) => file.name.toLowerCase().endsWith(ending));

const isImage = (file: File): boolean => endsWith(file, pictures) || file.type.startsWith('image/');

/** Designs, and images that belong to them. What is neither goes as a design: the server says what it is. */
export function sortFiles(files: readonly File[]): { designs: readonly File[]; images: readonly File[] } {
  const seen = files.filter(({ name }) => !name.startsWith('.'));
  const images = seen.filter((file) => isImage(file) && !endsWith(file, formats));
  return { designs: seen.filter((file) => !images.includes(file)), images };
}

/** The reference that an image is the fill of: its name, without the ending. */
export const imageRefOf = ({ name }: { readonly name: string }): string => name.replace(/\.[^.]+$/, '');

/** Larger answers are not read here for their name alone. */
const readBytes = 32 * 2 ** 20;
const longestName = 255;

/** What a design calls itself, where that is quickly found; else as its file is called. */
export async function designName(file: File): Promise<string> {
  const own = file.name.toLowerCase().endsWith('.json') && file.size < readBytes ? await ownName(file) : '';
  const name = (own === '' ? imageRefOf(file) : own).replace(/\p{Cc}+/gu, ' ').trim();
  return name.slice(0, longestName) || 'Untitled';
}

async function ownName(file: File): Promise<string> {
  try {
    const { name } = JSON.parse(await file.text());
    return typeof name === 'string' ? name.trim() : '';
  } catch {
    return '';
  }
}

/** Everything that was dropped; of folders, all that lies in them. */
export async function filesOfDrop(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const loose = [...transfer.files];
  if (entries.every((entry) => entry?.isDirectory !== true)) return loose;
  const found = await Promise.all(entries.map((entry) => (entry === null ? [] : filesIn(entry))));
  return found.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile)
    return [
      await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)),
    ];
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return files;
    for (const one of part) for (const file of await filesIn(one)) files.push(file);
  }
}
