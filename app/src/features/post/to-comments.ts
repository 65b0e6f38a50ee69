/** Brings the comments into sight and the caret into their field, where there is one. */
export function goToComments(): void {
  const section = document.querySelector('#comments')
  section?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  const field = section?.querySelector<HTMLElement>('form textarea') ?? section?.querySelector<HTMLElement>('h2')
  field?.focus({ preventScroll: true })
}
