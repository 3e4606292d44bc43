const keptMs = 60_000;

/** Gives a JSON file to the person. */
export function saveAs(name: string, json: unknown): void {
  const text = `${JSON.stringify(json, null, 2)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptMs);
}
