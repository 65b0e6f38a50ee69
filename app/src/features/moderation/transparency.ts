import type { Measured } from './standing-queries.ts'

/** In the order in which things happen: reported, decided, contested, overturned. */
const measures = [
  'reported',
  'block',
  'label',
  'limit',
  'remove',
  'warn',
  'suspend_generation',
  'suspend',
  'ban',
  'contested',
  'overturned',
] as const

type Measure = (typeof measures)[number]

interface MeasureTotal {
  readonly measure: Measure
  readonly total: number
  /** The most frequent first; empty where the measure knows no rules. */
  readonly rules: readonly { readonly rule: NonNullable<Measured['rule']>; readonly total: number }[]
}

export interface Quarter {
  readonly year: number
  /** 1 to 4. */
  readonly number: number
  readonly totals: readonly MeasureTotal[]
}

/** The quarter of `today` (UTC), then those of the three before it in which something was done, newest first. */
export function toQuarters(rows: readonly Measured[], today = new Date()): Quarter[] {
  const quarters = [0, 1, 2, 3].map((back) => {
    const first = new Date(Date.UTC(today.getUTCFullYear(), Math.floor(today.getUTCMonth() / 3) * 3 - back * 3, 1))
    const day = first.toISOString().slice(0, 10)
    const counted = rows.filter(({ quarter }) => quarter === day)
    return {
      year: first.getUTCFullYear(),
      number: first.getUTCMonth() / 3 + 1,
      totals: measures.flatMap((measure) => totalOf(counted, measure)),
    }
  })
  return quarters.filter(({ totals }, back) => back === 0 || totals.length > 0)
}

function totalOf(counted: readonly Measured[], measure: Measure): MeasureTotal[] {
  const ours = counted.filter((row) => row.measure === measure)
  if (ours.length === 0) return []
  const rules = ours.flatMap(({ rule, total }) => (rule === null ? [] : [{ rule, total }]))
  return [
    {
      measure,
      total: ours.reduce((sum, { total }) => sum + total, 0),
      rules: rules.toSorted((left, right) => right.total - left.total),
    },
  ]
}
