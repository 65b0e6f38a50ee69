/** Durations as the wire writes them: `24h`, `1h30m`, `90s`, `1.5h`. Pure. */
import { authErrors } from '../errors.ts'

const UNITS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }
const DURATION = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/
/** Beyond it PostgreSQL's times end; ten thousand years are for ever. */
const MAX_SECONDS = 10_000 * 365 * 24 * 3600

/** Seconds. @throws {AuthError} `validation_failed` */
export function parseDuration(text: string): number {
  if (!DURATION.test(text)) throw authErrors.invalid(`invalid format for ban duration: "${text.slice(0, 40)}"`)
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)
  let seconds = 0
  for (const [, amount, unit] of parts) seconds += Number(amount) * UNITS[unit!]!
  return Math.min(seconds, MAX_SECONDS)
}
