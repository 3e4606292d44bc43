/** Where this browser keeps the keys of files that were opened in it, and when; what they hold, it asks the server. */
const storedAs = 'vitrine-seen';
const mostKept = 200;

/** Keys of files that were opened in this browser, with the time. */
export function seenFiles(): ReadonlyMap<string, number> {
  try {
    return new Map(JSON.parse(localStorage.getItem(storedAs) ?? '[]'));
  } catch {
    return new Map();
  }
}

/** The page of a file says that it was opened. */
export function rememberSeen(key: string, at = Date.now()): void {
  const others = [...seenFiles()].filter(([one]) => one !== key);
  try {
    localStorage.setItem(storedAs, JSON.stringify([[key, at], ...others].slice(0, mostKept)));
  } catch {
    // A browser that keeps nothing shows nothing as seen.
  }
}
