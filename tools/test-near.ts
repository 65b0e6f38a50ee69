/**
 * `npm run test:near`: what the work since `main` can reach, committed or not: unit and database tests by the import graph,
 * and by subject the rest (tools/tests/reach.ts). It is for the way; `npm test` is what counts.
 */
import { spawn } from 'node:child_process'

import { root, runCommand } from './run-command.ts'
import { reachOf } from './tests/reach.ts'

async function linesOf(...args: string[]): Promise<string[]> {
  const { code, output } = await runCommand('git', args)
  if (code !== 0) throw new Error(output)
  return output.split('\n').filter((line) => line !== '')
}

async function changedFiles(): Promise<string[]> {
  const [base = 'HEAD'] = await linesOf('merge-base', 'main', 'HEAD').catch(() => [])
  const changed = await linesOf('diff', '--name-only', base)
  return [...new Set([...changed, ...(await linesOf('ls-files', '--others', '--exclude-standard'))])]
}

function runVitest(args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('vitest', [...args, '--passWithNoTests'], { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (status) => resolve(status ?? 1))
  })
}

const files = await changedFiles()
const { db, e2e, unknown } = reachOf(files)
const code = files.filter((file) => /\.(?:ts|tsx)$/.test(file))
const codes: number[] = []
if (code.length > 0)
  codes.push(
    await runVitest(['related', '--run', '--project', 'unit', '--project', 'db', '--project', 'conformance', ...code]),
  )
if (db.size > 0)
  codes.push(await runVitest(['run', '--project', 'db', ...[...db].map((room) => `supabase/tests/${room}`)]))
if (e2e.size > 0)
  codes.push(await runVitest(['run', '--project', 'e2e', ...[...e2e].map((room) => `tests/e2e/${room}`)]))

console.log(`\nNear ${files.length} changed files: ${codes.every((status) => status === 0) ? 'all passed' : 'FAILED'}.`)
if (unknown.length > 0) console.log(`What these reach only npm test tells:\n  ${unknown.join('\n  ')}`)
process.exitCode = codes.every((status) => status === 0) ? 0 : 1
