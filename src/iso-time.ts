/** A time as the interface spells it, in answers and in what webhooks are told: UTC, to the second. */
export function isoTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, -'.000Z'.length)}Z`;
}
