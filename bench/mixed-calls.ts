/** What the calls of the mixed load name. */
export interface MixedPlaces {
  /** Keys of files, by what they hold. */
  readonly large: string;
  readonly small: string;
  readonly icons: string;
  /** With comments and a history. */
  readonly library: string;
  readonly team: string;
  readonly project: string;
  readonly iconIds: readonly string[];
}

/** Answers the path of the number-th call; `picture` is that of the picture which its client was told of last. */
type PathOf = (places: MixedPlaces, number: number, picture: string | undefined) => string;

interface MixedCall {
  readonly name: string;
  readonly kind: 'file' | 'image' | 'list';
  readonly path: PathOf;
}

/** One picture in so many is of a size that nobody asked for before; the others are kept. */
const picturesToNewOne = 10;
const usualScale = 2;

export const picturePath: PathOf = ({ icons, iconIds }, number) => {
  const isNew = number % picturesToNewOne === 0;
  const scale = isNew ? (0.5 + (number % 3e6) / 1e6).toFixed(6) : usualScale;
  return `/v1/images/${icons}?ids=${iconIds[number % iconIds.length]}&format=png&scale=${scale}`;
};

/** Frames of 20 nodes, on the first page of the large file. */
const framePath: PathOf = ({ large }, number) => `/v1/files/${large}/nodes?ids=13:${20 * (number % 400)}`;

/** Ten operations that read, each as often as the others: 40 % files and nodes, 20 % pictures, 40 % lists. */
export const mixedCalls: readonly MixedCall[] = [
  { name: 'Get file, whole', kind: 'file', path: ({ small }) => `/v1/files/${small}` },
  { name: 'Get comments', kind: 'list', path: ({ library }) => `/v1/files/${library}/comments` },
  { name: 'Get file nodes', kind: 'file', path: framePath },
  { name: 'Get image', kind: 'image', path: picturePath },
  { name: 'Get file versions', kind: 'list', path: ({ library }) => `/v1/files/${library}/versions` },
  { name: 'Get file, depth=1', kind: 'file', path: ({ large }) => `/v1/files/${large}?depth=1` },
  { name: 'Get team projects', kind: 'list', path: ({ team }) => `/v1/teams/${team}/projects` },
  {
    name: 'Download of a picture',
    kind: 'image',
    path: (places, number, picture) => picture ?? picturePath(places, number, picture),
  },
  { name: 'Get file metadata', kind: 'file', path: ({ large }) => `/v1/files/${large}/meta` },
  { name: 'Get project files', kind: 'list', path: ({ project }) => `/v1/projects/${project}/files` },
];
