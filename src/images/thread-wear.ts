/** What a thread has done so far, and what memory it and the process hold after it. */
export interface ThreadWear {
  readonly images: number;
  readonly megapixels: number;
  /** Heap and counted native memory of the thread. */
  readonly heapBytes: number;
  /** Of the whole process: what native code holds for a thread is counted nowhere else. */
  readonly residentBytes: number;
}

const mostHeapBytes = 512 * 1024 * 1024;
const mostMegapixels = 4_000;
const mostResidentBytes = 1024 * 1024 * 1024;
/** Beginning anew costs as much as some hundred images: it is not done for less. */
const fewestImages = 2_000;

/** Whether a thread makes room for a new one, which gives back what it holds. */
export const isWorn = ({ images, megapixels, heapBytes, residentBytes }: ThreadWear): boolean =>
  heapBytes > mostHeapBytes ||
  megapixels > mostMegapixels ||
  (images >= fewestImages && residentBytes > mostResidentBytes);
