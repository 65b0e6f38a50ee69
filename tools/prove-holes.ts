/**
 * `npm run test:holes [-- <threat or file> …]`: plants every hole of tests/holes alone and expects the named test to
 * fail, and to pass without it.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { allHoles } from '../tests/holes/all-holes.ts'
import { plantedHoleVariable, type Hole } from '../tests/holes/hole.ts'
import { runCommand } from './run-command.ts'

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

type Verdict = 'passes' | 'fails' | 'does not run'

const folder = await mkdtemp(join(tmpdir(), 'holes-'))

async function verdictOf({ test }: Hole, planted: Hole | null): Promise<Verdict> {
  const file = join(folder, 'report.json')
  await rm(file, { force: true })
  const pattern = test.title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const args = ['run', '--project', test.project, test.file, '-t', pattern, '--reporter=json', `--outputFile=${file}`]
  const env = planted === null ? {} : { [plantedHoleVariable]: JSON.stringify(planted) }
  await runCommand('vitest', args, env)
  const report: Report | null = await readFile(file, 'utf8').then(JSON.parse, () => null)
  const run = (report?.testResults ?? [])
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => fullName.includes(test.title) && (status === 'passed' || status === 'failed'))
  if (run.length === 0) return 'does not run'
  return run.some(({ status }) => status === 'failed') ? 'fails' : 'passes'
}

const wanted = process.argv.slice(2)
const holes = allHoles.filter(
  ({ threat, test }) => wanted.length === 0 || wanted.some((word) => threat === word || test.file.includes(word)),
)
const healthy = new Map<string, Promise<Verdict>>()
let problems = 0
for (const hole of holes) {
  const key = JSON.stringify(hole.test)
  if (!healthy.has(key)) healthy.set(key, verdictOf(hole, null))
  const before = await healthy.get(key)
  const after = await verdictOf(hole, hole)
  const isProven = before === 'passes' && after === 'fails'
  if (!isProven) problems++
  const detail = isProven ? '' : `: the test ${before} without the hole and ${after} with it`
  console.log(`${isProven ? 'noticed' : 'MISSED '} ${hole.threat} ${hole.opens}${detail}`)
}
await rm(folder, { recursive: true })
console.log(`${holes.length - problems} noticed, ${problems} missed`)
process.exitCode = problems === 0 && holes.length > 0 ? 0 : 1
