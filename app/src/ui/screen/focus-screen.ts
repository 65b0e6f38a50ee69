/** The focus to where the reading goes on: the page, or the screen over it, which its own keys scroll then. */
export function focusScreen(): void {
  const screens = [...document.querySelectorAll<HTMLElement>('main, [data-layer]')]
  screens.at(-1)?.focus({ preventScroll: true })
}
