/** What is opened for whoever asks first, and kept for all who ask later. */
export interface OpenedOnce<T> {
  /** @throws what opening threw: nothing is kept then, and who asks next has it tried again */
  get(): Promise<T>;
  /** What is open, or being opened; undefined where nobody asked, or where opening failed. */
  open(): Promise<T | undefined>;
}

export function openedOnce<T>(open: () => Promise<T>): OpenedOnce<T> {
  let opened: Promise<T> | undefined;
  const forget = (): void => {
    opened = undefined;
  };
  return {
    get: () => {
      if (opened === undefined) {
        opened = open();
        opened.catch(forget);
      }
      return opened;
    },
    open: async () => opened?.catch(() => undefined),
  };
}
