/** A `ref` for the chosen one of a row that scrolls sideways: it is never beyond the row's edge. */
export function wholeInRow(one: HTMLElement | null) {
  if (!one) return undefined
  // Its words grow with our own letters and with the size of the text, which come after the page.
  const size = new ResizeObserver(() => scrollRow(one))
  size.observe(one)
  return () => size.disconnect()
}

/** `scrollIntoView` would move the page as well. */
function scrollRow(one: HTMLElement): void {
  const row = one.parentElement
  if (!row) return
  const [room, place] = [row.getBoundingClientRect(), one.getBoundingClientRect()]
  if (place.right > room.right) row.scrollLeft += place.right - room.right
  else if (place.left < room.left) row.scrollLeft += place.left - room.left
}
