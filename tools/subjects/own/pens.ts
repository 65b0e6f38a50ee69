/** What drawings of our own are drawn with: plain SVG in the box of 128 × 128. */
export const fill = (colour: string, d: string) => `<path fill="${colour}" d="${d}"/>`
export const oval = (colour: string, ...[cx, cy, rx, ry = rx]: readonly [number, number, number, number?]) =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${colour}"/>`
export const stroke = (colour: string, width: number, d: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`
export const row = (count: number, draw: (k: number) => string) =>
  Array.from({ length: count }, (_, k) => draw(k)).join('')

/** An eye as animals have it: small, with a lid and a light in it, and no white round it. */
export function eye(iris: string, [x, y]: readonly [number, number], size: number): string {
  return (
    oval(iris, x, y, size, size * 0.9) +
    oval('#15100c', x + size * 0.15, y + size * 0.05, size * 0.62, size * 0.7) +
    oval('#fff', x + size * 0.4, y - size * 0.3, size * 0.2) +
    stroke(
      '#2a1d15',
      size * 0.4,
      `M${x - size * 1.2} ${y - size * 0.3}C${x - size * 0.5} ${y - size * 1.1} ${x + size * 0.6} ${y - size * 1.1} ${x + size * 1.2} ${y - size * 0.1}`,
    )
  )
}
