/** Where objects are kept, as the settings name it. Keys come from the surroundings, never from here. */
export interface ObjectPlace {
  readonly bucket: string;
  /** Begins the key of every object; empty, or with a slash at its end. */
  readonly prefix: string;
  /** Address of the store; that of the region where it is undefined. */
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  /** The bucket stands in the path of an address, and not in its host. */
  readonly isPathStyle: boolean;
}
