/** Id of the person whom the page was sent to, which is known before anything is asked; nothing where it is not said. */
export const thisPerson: string = document.documentElement.dataset.person ?? '';
