/** What a test file costs in processor time: `TEST_COSTS=FILE npm test` appends a line for each to FILE. */
import { appendFileSync, readFileSync, readdirSync } from 'node:fs'

/** Seconds of a processor. */
interface Spent {
  /** By this process, which holds the tests and often the server. */
  readonly own: number
  /** By what it started: browsers, databases, nodes, tools. */
  readonly others: number
}

const ticksPerSecond = 100

/** To be called when a file of tests begins; the answer when it has ended. @param file gets a line for it */
export function startCount(file: string): (title: string) => void {
  const before = spent()
  const started = performance.now()
  return (title) => {
    const after = spent()
    const figures = {
      title,
      own: round(after.own - before.own),
      others: round(after.others - before.others),
      clock: round((performance.now() - started) / 1000),
    }
    appendFileSync(file, `${JSON.stringify(figures)}\n`)
  }
}

const round = (seconds: number) => Math.round(seconds * 100) / 100

function spent(): Spent {
  const { user, system } = process.cpuUsage()
  return { own: (user + system) / 1e6, others: othersTicks() / ticksPerSecond }
}

interface Row {
  readonly parent: number
  readonly ticks: number
  readonly reaped: number
}

/** Of everything below this process, with what has ended and was waited for. */
function othersTicks(): number {
  const rows = new Map<number, Row>()
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/u.test(entry)) continue
    try {
      rows.set(Number(entry), rowOf(readFileSync(`/proc/${entry}/stat`, 'latin1')))
    } catch {
      // It has ended meanwhile.
    }
  }
  let sum = rows.get(process.pid)?.reaped ?? 0
  for (const [pid, row] of rows) if (pid !== process.pid && isBelow(pid, rows)) sum += row.ticks + row.reaped
  return sum
}

function rowOf(stat: string): Row {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const at = (place: number) => fields[place] ?? 0
  return { parent: at(1), ticks: at(11) + at(12), reaped: at(13) + at(14) }
}

function isBelow(pid: number, rows: ReadonlyMap<number, Row>): boolean {
  for (let at = rows.get(pid)?.parent; at !== undefined && at !== 0; at = rows.get(at)?.parent)
    if (at === process.pid) return true
  return false
}
