/** Why nothing was merged, where as many conflicts were found and some of them listed. */
export function conflictText(count: number, listed: number): string {
  const what = count === 1 ? 'One thing was' : `${count.toLocaleString('en')} things were`;
  const which =
    listed < count
      ? `The first ${listed.toLocaleString('en')} are listed; the others come once a side is chosen for each of these.`
      : 'Choose a side for each.';
  return `${what} changed on both sides in different ways, so nothing was merged. ${which}`;
}
