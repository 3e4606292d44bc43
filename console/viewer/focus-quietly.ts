/** Gives keys to the stage from the start, without a ring around it until one is pressed. */
export function focusQuietly(stage: HTMLElement): void {
  if (document.activeElement !== document.body) return;
  stage.classList.add('quiet');
  stage.focus({ preventScroll: true });
  document.addEventListener('keydown', () => stage.classList.remove('quiet'), { once: true });
}
