/**
 * `npm test`: every project of vitest.config.ts, and honest last lines: what failed, what passed only at a second try and
 * what did not run is named. `npm run test:long` is the same with many draws of each property.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { root } from './run-command.ts'
import { tellOutcomes } from './tests/tell-outcomes.ts'
import { type Outcome, outcomeOf, readReport, withSecondTry } from './tests/test-outcome.ts'

type Project = 'unit' | 'db' | 'conformance' | 'e2e'

/**
 * How many files of each at a time, on two processors. A third file of browser tests brings nothing: beside the databases
 * the processors are busy already, and whatever waits for a turn waits longer.
 */
const workers: Readonly<Record<Project, number>> = { unit: 2, db: 2, conformance: 2, e2e: 2 }

/** One after the other; what a stage holds, side by side: databases wait while browsers work. */
const stages: readonly (readonly (readonly Project[])[])[] = [[['unit']], [['e2e'], ['db', 'conformance']]]

async function runVitest(project: Project, report: string, more: readonly string[]): Promise<number> {
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  // Two runs at once on one terminal: each writes whole lines, as into a file.
  const env = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) }
  return new Promise<number>((resolve, reject) => {
    const child = spawn('vitest', [...args, ...more], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk: Buffer) => process.stdout.write(chunk))
    child.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
    child.on('error', reject)
    child.on('close', (status) => resolve(status ?? 1))
  })
}

/**
 * One project; files with a failure are run once more, one after the other, to tell what fails always from what fails
 * sometimes. The second is a fault too, of the test or of the product, and is named at the end.
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

async function runInTurn(projects: readonly Project[], folder: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const project of projects) outcomes.push(await runProject(project, folder))
  return outcomes
}

const started = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'test-reports-'))
const outcomes: Outcome[] = []
for (const stage of stages) {
  const lanes = await Promise.all(stage.map((projects) => runInTurn(projects, folder)))
  outcomes.push(...lanes.flat())
}
await rm(folder, { recursive: true })
process.exitCode = tellOutcomes(outcomes, performance.now() - started) ? 0 : 1
