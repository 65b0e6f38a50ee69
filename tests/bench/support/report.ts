export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** Value below which `share` of all lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function number(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toFixed(digits).replace(/\B(?=(\d{3})+$)/g, ' ')
}

/** `12.3×: 9 126 against 746 (target ≥ 6×)`: a ratio never stands without its figures. */
export function ratio(ours: number, theirs: number, target: number | null): string {
  const value = ours / theirs
  const verdict = target === null ? '' : ` (target ≥ ${target}×, ${value >= target ? 'met' : 'MISSED'})`
  return `${number(value)}×: ${number(ours)} against ${number(theirs)}${verdict}`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  return [head, ...rows].map(line).join('\n')
}
