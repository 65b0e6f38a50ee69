import { formatNumber } from '#i18n/format.ts'

export interface BarListProps {
  rows: readonly { key: string; name: string; value: number }[]
}

/** Names with their bars, the longest first. */
export function BarList({ rows }: BarListProps) {
  const sum = Math.max(
    1,
    rows.reduce((all, { value }) => all + value, 0),
  )
  return (
    <ul className="grid gap-2.5">
      {rows
        .toSorted((one, other) => other.value - one.value)
        .map(({ key, name, value }) => (
          <li key={key} className="grid gap-1">
            <span className="flex justify-between gap-3 text-sm">
              <span>{name}</span>
              <span className="num">{`${formatNumber(Math.round((100 * value) / sum))} %`}</span>
            </span>
            <span aria-hidden="true" className="h-2 rounded-full bg-surface-2">
              <span style={{ width: `${(100 * value) / sum}%` }} className="block h-full rounded-full bg-accent" />
            </span>
          </li>
        ))}
    </ul>
  )
}
