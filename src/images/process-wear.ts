/** What a process has done so far, and what memory it holds after it. */
export interface ProcessWear {
  readonly images: number;
  readonly megapixels: number;
  /** Heap and the native memory that it counts. */
  readonly heapBytes: number;
  /** What native code holds is counted nowhere else. */
  readonly residentBytes: number;
}

const mostHeapBytes = 512 * 1024 * 1024;
const mostMegapixels = 4_000;
const mostResidentBytes = 512 * 1024 * 1024;
/** Beginning anew costs as much as some hundred images: it is not done for less. */
const fewestImages = 2_000;

/** Whether a process makes room for a new one, which gives back what it holds. */
export const isWorn = ({ images, megapixels, heapBytes, residentBytes }: ProcessWear): boolean =>
  heapBytes > mostHeapBytes ||
  megapixels > mostMegapixels ||
  (images >= fewestImages && residentBytes > mostResidentBytes);
