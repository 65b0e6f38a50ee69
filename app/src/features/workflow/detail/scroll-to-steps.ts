/** What was asked for is shown: on a phone it stands under the form. */
export function scrollToSteps(): void {
  requestAnimationFrame(() => document.querySelector('#run')?.scrollIntoView({ block: 'start', behavior: 'smooth' }))
}
