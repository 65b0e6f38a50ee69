const last = { time: 0, count: 0 }

/**
 * A UUID of version 7 (RFC 9562): what one tab makes stands in order, even within a millisecond and when the clock is
 * set back.
 */
export function orderedId(now: number = Date.now()): string {
  if (now > last.time) Object.assign(last, { time: now, count: 0 })
  else if (last.count === 0xfff) Object.assign(last, { time: last.time + 1, count: 0 })
  else last.count += 1
  const random = crypto.randomUUID()
  const time = last.time.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${last.count.toString(16).padStart(3, '0')}-${random.slice(19)}`
}

/** When such an id was made, in ms since 1970. */
export function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}
