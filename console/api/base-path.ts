/** What the addresses of the console and of its operations begin with: nothing, or as `/design`. */
export const basePath: string = document.documentElement.dataset.base ?? '';
