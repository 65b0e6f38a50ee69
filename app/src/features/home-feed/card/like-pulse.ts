const lasting = 620

/** A losange beats once over the picture: the like that two taps or a key gave is seen where one looks. */
export function pulse(over: HTMLElement): void {
  const losange = document.createElement('span')
  losange.className =
    'pointer-events-none absolute top-1/2 left-1/2 size-20 -translate-1/2 rotate-45 rounded-md bg-accent opacity-0 shadow-float'
  losange.dataset['pulse'] = ''
  over.append(losange)
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const scales = isStill ? [1, 1, 1] : [0.4, 1, 1.25]
  const animation = losange.animate(
    scales.map((scale, index) => ({ opacity: [0.2, 0.95, 0][index] ?? 0, scale: String(scale) })),
    { duration: lasting, easing: 'cubic-bezier(.2,.8,.2,1)' },
  )
  animation.addEventListener('finish', () => losange.remove())
}
