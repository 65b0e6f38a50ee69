/** `npm test`: every project of vitest.config.ts, the fast ones first, and one honest last line. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from './run-command.ts'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numFailedTestSuites: number
}

const projects = ['unit', 'db', 'conformance', 'e2e']

async function runProject(project: string, folder: string): Promise<{ passed: number; failed: number }> {
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
  return { passed: report?.numPassedTests ?? 0, failed: code !== 0 && failed === 0 ? 1 : failed }
}

const folder = await mkdtemp(join(tmpdir(), 'test-reports-'))
const total = { passed: 0, failed: 0 }
for (const project of projects) {
  const { passed, failed } = await runProject(project, folder)
  total.passed += passed
  total.failed += failed
}
await rm(folder, { recursive: true })
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1
