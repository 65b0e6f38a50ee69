/** Bytes by the month and by the day, which begin anew by themselves. Pure. */

export interface Usage {
  /** « 2026-11 » */
  month: string
  bytes: number
  /** « 2026-11-28 » */
  day: string
  dayBytes: number
}

/** In megabytes; `null` is without limit. */
export interface Budgets {
  day: number | null
  month: number | null
}

/** What counts at this moment, of what was counted before or of what a device keeps as text. */
export function usageAt(known: Usage | string | null, now: Date): Usage {
  const kept = typeof known === 'string' ? parse(known) : known
  const day = dayOf(now)
  const month = day.slice(0, 7)
  return {
    month,
    bytes: kept?.month === month ? (kept.bytes ?? 0) : 0,
    day,
    dayBytes: kept?.day === day ? (kept.dayBytes ?? 0) : 0,
  }
}

export function addUsage(usage: Usage, bytes: number): Usage {
  return { ...usage, bytes: usage.bytes + bytes, dayBytes: usage.dayBytes + bytes }
}

export function isOver({ bytes, dayBytes }: Usage, { day, month }: Budgets): boolean {
  const exceeds = (sum: number, megabytes: number | null) => megabytes !== null && sum >= megabytes * 1e6
  return exceeds(dayBytes, day) || exceeds(bytes, month)
}

function parse(text: string): Partial<Usage> | null {
  try {
    return JSON.parse(text) as Partial<Usage>
  } catch {
    return null
  }
}

/** By the device's own clock: what people buy for a day ends at their midnight. */
function dayOf(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
