/** `npm test`: every project of vitest.config.ts, the fast ones first, and honest last lines: what did not run is named. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from './run-command.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numFailedTestSuites: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Titles of tests for which something is missing here. */
  readonly notRun: readonly string[]
}

const projects = ['unit', 'db', 'conformance', 'e2e']

async function runProject(project: string, folder: string): Promise<Outcome> {
  const file = join(folder, `${project}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await new Promise<number>((resolve, reject) => {
    const child = spawn('vitest', args, { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (status) => resolve(status ?? 1))
  })
  const report: Report | null = await readFile(file, 'utf8').then(JSON.parse, () => null)
  const failed = report ? report.numFailedTests : 0
  // NOTE: a file that fails to load, or a crashed run, fails without a failed test: it still counts as one.
  return {
    passed: report?.numPassedTests ?? 0,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    notRun: skippedIn(report),
  }
}

function skippedIn(report: Report | null): string[] {
  const tests = report?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? []
  return tests.filter(({ status }) => !['passed', 'failed'].includes(status)).map(({ fullName }) => fullName)
}

/** The one thing that a test may do without, because it cannot be had from npm. */
function tellNotRun(titles: readonly string[]): void {
  if (titles.length === 0) return
  const needRedis = titles.filter((title) => title.includes('Redis')).length
  console.log(`\n${titles.length} TESTS WERE NOT RUN:`)
  for (const title of titles) console.log(`  ${title}`)
  if (needRedis > 0)
    console.log(`${needRedis} of them need redis-server or valkey-server, which is not installed here.`)
}

const folder = await mkdtemp(join(tmpdir(), 'test-reports-'))
const total = { passed: 0, failed: 0 }
const notRun: string[] = []
for (const project of projects) {
  const { passed, failed, notRun: skipped } = await runProject(project, folder)
  total.passed += passed
  total.failed += failed
  notRun.push(...skipped)
}
await rm(folder, { recursive: true })
tellNotRun(notRun)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
