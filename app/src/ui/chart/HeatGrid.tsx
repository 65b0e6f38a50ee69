import { formatNumber } from '#i18n/format.ts'

export interface HeatGridProps {
  /** From Monday on. */
  days: readonly string[]
  /** By day (from 0) and hour. */
  cells: readonly { day: number; hour: number; value: number }[]
  /** Said of the whole. */
  caption: string
  /** Said of one cell. */
  labelOf: (day: string, hour: number, value: string) => string
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** Hours of the week, the fuller the more. */
export function HeatGrid({ days, cells, caption, labelOf }: HeatGridProps) {
  const most = Math.max(1, ...cells.map(({ value }) => value))
  const valueAt = (day: number, hour: number) =>
    cells.find((cell) => cell.day === day && cell.hour === hour)?.value ?? 0
  return (
    <div role="img" aria-label={caption} className="grid gap-0.75 text-2xs text-text-3">
      {days.map((name, day) => (
        <div key={name} className="grid grid-cols-[2.25rem_repeat(24,minmax(0,1fr))] items-center gap-0.75">
          <span>{name.slice(0, 3)}</span>
          {hours.map((hour) => {
            const value = valueAt(day, hour)
            return (
              <span
                key={hour}
                title={labelOf(name, hour, formatNumber(value))}
                className="h-4.5 rounded-[3px] bg-surface-2"
                style={
                  value > 0
                    ? {
                        background: `color-mix(in oklab, var(--accent) ${20 + (80 * value) / most}%, var(--surface-2))`,
                      }
                    : undefined
                }
              />
            )
          })}
        </div>
      ))}
      <div className="grid grid-cols-[2.25rem_repeat(24,minmax(0,1fr))] gap-0.75">
        <span />
        {hours.map((hour) => (
          <span key={hour}>{hour % 6 === 0 ? hour : ''}</span>
        ))}
      </div>
    </div>
  )
}
