import type { Failure, Outcome } from './test-outcome.ts'

/** The last lines of a run; the very last counts. Answers whether all is well. */
export function tellOutcomes(outcomes: readonly Outcome[], milliseconds: number): boolean {
  const notRun = outcomes.flatMap((outcome) => outcome.notRun)
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  const late = outcomes.flatMap((outcome) => outcome.late)
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  tell(`${notRun.length} TESTS WERE NOT RUN:`, notRun)
  // The one thing that a test may do without, because it cannot be had from npm.
  if (notRun.some((title) => title.includes('Redis')))
    console.log('Those with Redis need redis-server or valkey-server, which is not installed here.')
  tell(
    `${late.length} TESTS PASSED ONLY AT THE SECOND TRY, each a fault of the test or of the product:`,
    late.map(described),
  )
  tell(`${failures.length} TESTS FAILED:`, failures.map(described))
  console.log(`\nIn ${Math.round(milliseconds / 1000)} s; ${late.length} needed a second try.`)
  console.log(`${passed} passed, ${failures.length} failed`)
  return failures.length === 0 && passed > 0
}

function tell(heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  console.log(`\n${heading}`)
  for (const line of lines) console.log(`  ${line}`)
}

function described({ title, message }: Failure): string {
  return `${title}: ${message}`
}
