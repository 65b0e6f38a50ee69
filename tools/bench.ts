/**
 * `npm run bench [-- name … number …]`: the benchmarks of tests/bench, one after the other; numbers are handed to each, as how
 * many of what it does: `npm run bench -- payments 1000 20`. Their peers are installed on first use.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { root, runCommand } from './run-command.ts'

const folder = join(root, 'tests', 'bench')
const [numbers = [], wanted = []] = [true, false].map((is) =>
  process.argv.slice(2).filter((word) => /^\d+$/.test(word) === is),
)
const nameOf = (file: string) => basename(file, '.bench.ts')
const files = await readdir(folder, { recursive: true })
const all = files.filter((file) => file.endsWith('.bench.ts') && !file.includes('node_modules')).sort()
// A name that is one's own is that one alone: `feed` is not `feed-tabs`, which takes minutes.
const isMeant = (file: string, name: string) =>
  all.some((one) => nameOf(one) === name) ? nameOf(file) === name : nameOf(file).startsWith(name)
const chosen = wanted.length === 0 ? all : all.filter((file) => wanted.some((name) => isMeant(file, name)))
if (chosen.length === 0) {
  console.error(`There is no such benchmark. There are: ${all.map(nameOf).join(', ')}`)
  process.exit(1)
}
const manifest = await readFile(join(folder, 'package.json'), 'utf8')
const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }
if (Object.keys(dependencies).some((name) => !existsSync(join(folder, 'node_modules', name)))) {
  console.log('Installing the peers to measure against…')
  const { code, output } = await runCommand('npm', [
    'install',
    '--prefix',
    folder,
    '--no-workspaces',
    '--no-audit',
    '--no-fund',
  ])
  if (code !== 0) throw new Error(output)
}
for (const file of chosen) {
  console.log(`\n## ${nameOf(file)}`)
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(process.execPath, [join(folder, file), ...numbers], { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0) process.exitCode = 1
}
