/** Lines of an axis from 0 that people can read: 3 to 5 steps of 1, 2 or 5 times a power of ten, the last one not below the most. */
export function axisTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough)
  const count = Math.ceil(Math.max(most, 1) / step)
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** At most so many places of a row that are spread evenly, the first and the last among them. */
export function spread(length: number, most: number): number[] {
  if (length <= most) return Array.from({ length }, (_, index) => index)
  return Array.from({ length: most }, (_, index) => Math.round((index * (length - 1)) / (most - 1)))
}
