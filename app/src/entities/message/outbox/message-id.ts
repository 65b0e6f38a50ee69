let lastTime = 0
let count = 0

/**
 * A UUID of version 7 (RFC 9562): what one tab makes stands in order, even within a millisecond and when the clock is
 * set back.
 */
export function newMessageId(now: number = Date.now()): string {
  if (now > lastTime) [lastTime, count] = [now, 0]
  else if (count === 0xfff) [lastTime, count] = [lastTime + 1, 0]
  else count += 1
  const random = crypto.randomUUID()
  const time = lastTime.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${random.slice(19)}`
}
