/** `npm test`: every project of vitest.config.ts, the fast ones first, and honest last lines: what failed and what did not run is named. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from './run-command.ts'
import { type Failure, type Outcome, outcomeOf, readReport, withSecondTry } from './test-outcome.ts'

/** In this order; how many files of each at a time: those that wait for databases and processes leave room for one more. */
const workers = { unit: 2, db: 3, conformance: 2, e2e: 2 } as const
type Project = keyof typeof workers

async function runVitest(project: Project, report: string, more: readonly string[]): Promise<number> {
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return new Promise<number>((resolve, reject) => {
    const child = spawn('vitest', [...args, ...more], { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (status) => resolve(status ?? 1))
  })
}

/**
 * One project; files with a failure are run once more, one after the other, since a test of who comes first may lose
 * to a machine whose processors are taken away. What passes only then is named at the end.
 */
async function runProject(project: Project, folder: string): Promise<Outcome> {
  const first = join(folder, `${project}.json`)
  const code = await runVitest(project, first, [`--maxWorkers=${workers[project]}`])
  const outcome = outcomeOf(await readReport(first), code)
  if (outcome.failures.length === 0 || outcome.files.length === 0) return outcome
  const again = join(folder, `${project}-again.json`)
  const secondCode = await runVitest(project, again, ['--no-file-parallelism', ...outcome.files])
  return withSecondTry(outcome, outcomeOf(await readReport(again), secondCode))
}

function tell(heading: string, lines: readonly string[]): void {
  if (lines.length === 0) return
  console.log(`\n${heading}`)
  for (const line of lines) console.log(`  ${line}`)
}

function described({ title, message }: Failure): string {
  return `${title}: ${message}`
}

const folder = await mkdtemp(join(tmpdir(), 'test-reports-'))
const outcomes: Outcome[] = []
for (const project of Object.keys(workers) as Project[]) outcomes.push(await runProject(project, folder))
await rm(folder, { recursive: true })

const notRun = outcomes.flatMap((outcome) => outcome.notRun)
const failures = outcomes.flatMap((outcome) => outcome.failures)
const late = outcomes.flatMap((outcome) => outcome.late)
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
tell(`${notRun.length} TESTS WERE NOT RUN:`, notRun)
// The one thing that a test may do without, because it cannot be had from npm.
if (notRun.some((title) => title.includes('Redis')))
  console.log('Those with Redis need redis-server or valkey-server, which is not installed here.')
tell(`${late.length} TESTS PASSED ONLY AT THE SECOND TRY:`, late.map(described))
tell(`${failures.length} TESTS FAILED:`, failures.map(described))
console.log(`${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 && passed > 0 ? 0 : 1
