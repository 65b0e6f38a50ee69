import { useState, type KeyboardEvent, type PointerEvent } from 'react'

import { formatCount, formatNumber } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { useElementWidth } from '#ui/screen/use-element-width.ts'

import { axisTicks, spread } from './axis.ts'
import { chartMessages } from './chart.i18n.ts'

export interface ChartPoint {
  /** Tells it apart. */
  readonly key: string
  /** As it stands under the axis. */
  readonly short: string
  /** As it is said. */
  readonly label: string
  readonly value: number
}

export interface LineChartProps {
  points: readonly ChartPoint[]
  /** The sentence that says what the line shows. */
  caption: string
  /** The last point is not over yet. */
  isUnderWay: boolean
}

const height = 220
const inset = { top: 14, right: 10, bottom: 26, left: 40 }

/** A line over time; a finger, the pointer and the arrow keys walk its points, and each is said. */
export function LineChart({ points, caption, isUnderWay }: LineChartProps) {
  const m = useMessages(chartMessages)
  const [width, measure] = useElementWidth()
  const place = placing(points, width)
  const { at, ...walking } = useWalk(points.length, place.indexAt)
  return (
    <div className="relative">
      <div
        ref={measure}
        role="img"
        aria-label={caption}
        title={m.walk}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its points are walked by the arrow keys
        tabIndex={0}
        {...walking}
        className="h-55 w-full touch-pan-y overflow-x-clip rounded-sm"
      >
        {width > 0 && <Drawing {...{ points, place, width, isUnderWay, at }} />}
      </div>
      <Said {...{ points, place, width, isUnderWay, at }} />
    </div>
  )
}

/** Which of the points is chosen, and what chooses another. */
function useWalk(count: number, indexAt: (offset: number) => number) {
  const [at, setAt] = useState<number | null>(null)
  const choose = (index: number) => setAt(Math.max(0, Math.min(count - 1, index)))
  const point = (event: PointerEvent<HTMLDivElement>) => choose(indexAt(event.nativeEvent.offsetX))
  const leave = () => setAt(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -count, End: count }
    const step = steps[event.key]
    if (event.key === 'Escape') leave()
    if (step === undefined) return
    event.preventDefault()
    choose((at ?? (step > 0 ? -1 : count)) + step)
  }
  return { at, onKeyDown, onBlur: leave, onPointerMove: point, onPointerDown: point, onPointerLeave: leave }
}

interface Drawn extends Omit<LineChartProps, 'caption'> {
  place: Placing
  width: number
  at: number | null
}

function Drawing({ points, place, width, isUnderWay, at }: Drawn) {
  const marked = at ?? (points.length === 1 ? 0 : null)
  return (
    <svg aria-hidden="true" width={width} height={height} className="pointer-events-none block">
      <Axis {...{ points, place, width }} />
      <path d={place.area} className="fill-accent/12" />
      <path d={place.whole(isUnderWay)} className={line} strokeWidth={2.25} strokeLinejoin="round" />
      {isUnderWay && <path d={place.last} className={line} strokeWidth={2.25} strokeDasharray="3 4" />}
      {marked !== null && <Mark x={place.x(marked)} y={place.y(points[marked]?.value ?? 0)} />}
    </svg>
  )
}

function Said({ points, place, width, isUnderWay, at }: Drawn) {
  const m = useMessages(chartMessages)
  const point = at === null ? undefined : points[at]
  const ending = isUnderWay && at === points.length - 1 ? `, ${m.underWay}` : ''
  return (
    <>
      {point && at !== null && (
        <div
          aria-hidden="true"
          style={{ left: Math.max(64, Math.min(width - 64, place.x(at))) }}
          className="pointer-events-none absolute top-0 w-max -translate-x-1/2 rounded-sm bg-text px-2.5 py-1.5 text-xs text-bg"
        >
          {point.label}
          <b className="ml-1.5">{formatNumber(point.value)}</b>
        </div>
      )}
      <span className="sr-only" aria-live="polite">
        {point && `${point.label} : ${formatNumber(point.value)}${ending}`}
      </span>
    </>
  )
}

const line = 'fill-none stroke-accent'

type Placing = ReturnType<typeof placing>

function placing(points: readonly ChartPoint[], width: number) {
  const ticks = axisTicks(Math.max(...points.map(({ value }) => value), 0))
  const most = ticks.at(-1) ?? 1
  const inner = Math.max(1, width - inset.left - inset.right)
  const step = points.length > 1 ? inner / (points.length - 1) : 0
  const x = (index: number) => inset.left + (points.length > 1 ? index * step : inner / 2)
  const y = (value: number) => inset.top + (1 - value / most) * (height - inset.top - inset.bottom)
  const dots = points.map(({ value }, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  const floor = y(0).toFixed(1)
  return {
    ticks,
    x,
    y,
    whole: (isUnderWay: boolean) => `M${(isUnderWay && dots.length > 1 ? dots.slice(0, -1) : dots).join('L')}`,
    last: `M${dots.slice(-2).join('L')}`,
    area: `M${x(0).toFixed(1)},${floor}L${dots.join('L')}L${x(points.length - 1).toFixed(1)},${floor}Z`,
    indexAt: (offset: number) => (step === 0 ? 0 : Math.round((offset - inset.left) / step)),
  }
}

function Axis({ points, place, width }: { points: readonly ChartPoint[]; place: Placing; width: number }) {
  const names = spread(points.length, width < 480 ? 4 : 7)
  const anchors = (index: number) => (index === 0 ? 'start' : index === points.length - 1 ? 'end' : 'middle')
  return (
    <>
      {place.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={inset.left}
            x2={width - inset.right}
            y1={place.y(tick)}
            y2={place.y(tick)}
            className="stroke-line"
          />
          <text x={inset.left - 8} y={place.y(tick) + 4} textAnchor="end" className="fill-text-3 text-2xs">
            {formatCount(tick)}
          </text>
        </g>
      ))}
      {names.map((index) => (
        <text
          key={index}
          x={place.x(index)}
          y={height - 6}
          textAnchor={anchors(index)}
          className="fill-text-3 text-2xs"
        >
          {points[index]?.short}
        </text>
      ))}
    </>
  )
}

function Mark({ x, y }: { x: number; y: number }) {
  return (
    <>
      <line x1={x} x2={x} y1={inset.top} y2={height - inset.bottom} className="stroke-text-3" strokeDasharray="2 3" />
      <path d={`M${x},${y - 5.5}l5.5,5.5l-5.5,5.5l-5.5,-5.5Z`} className="fill-accent stroke-surface" strokeWidth={2} />
    </>
  )
}
