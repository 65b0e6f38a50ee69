/** The values that 2 % and 98 % of the samples lie under: the black and the white of a drawing. */
export function toneRange(data: Float32Array): { low: number; high: number } {
  const bins = new Uint32Array(256)
  for (let i = 0; i < data.length; i++) {
    const v = data[i]!
    bins[v <= 0 ? 0 : v >= 1 ? 255 : (v * 255) | 0]!++
  }
  return { low: percentile(bins, data.length * 0.02), high: percentile(bins, data.length * 0.98) }
}

/** The value, 0..1, that `count` samples lie under. */
export function percentile(bins: Uint32Array, count: number): number {
  let sum = 0
  for (let k = 0; k < bins.length; k++) {
    sum += bins[k]!
    if (sum > count) return k / (bins.length - 1)
  }
  return 1
}
