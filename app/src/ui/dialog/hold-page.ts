let holders = 0

/**
 * Under a dialog or a screen that lies over it the page does not scroll; where its scrollbar was, its width is kept.
 * Answers how to let it go. Set on the root itself: a rule with `:has()`, or a variable that everything inherits, has
 * the style of every element counted anew.
 */
export function holdPage(): () => void {
  const { clientWidth, style } = document.documentElement
  holders += 1
  if (holders === 1) {
    const scrollbar = innerWidth - clientWidth
    style.overflow = 'hidden'
    if (scrollbar > 0) style.paddingRight = `${scrollbar}px`
  }
  return () => {
    holders -= 1
    if (holders > 0) return
    style.removeProperty('overflow')
    style.removeProperty('padding-right')
  }
}
