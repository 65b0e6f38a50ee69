/**
 * `npm run functions:deno -- path/to/deno`: loads each function in Deno with its own deno.json, away from this project's
 * node_modules and without leave for native code; of those that never need any, also what they load later.
 */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { root } from '../run-command.ts'
import { closureOfFunction, functionNames, isNodeOnly } from './import-maps.ts'

const [deno = 'deno'] = process.argv.slice(2)
const run = promisify(execFile)
const house = await mkdtemp(join(tmpdir(), 'deno-'))
let failures = 0

try {
  for (const part of ['engine/src', 'supabase/functions'])
    await cp(join(root, part), join(house, part), { recursive: true })
  for (const name of functionNames) await load(name)
} finally {
  await rm(house, { recursive: true })
}
process.exitCode = failures === 0 ? 0 : 1

async function load(name: string): Promise<void> {
  const folder = join(house, 'supabase/functions', name)
  const whole = closureOfFunction(name, true)
  const { files } = [...whole.names].some(isNodeOnly) ? closureOfFunction(name, false) : whole
  const entry = join(folder, 'load.ts')
  await writeFile(entry, [...files].map((file) => `await import(${JSON.stringify(join(house, file))})\n`).join(''))
  try {
    const options = ['--quiet', '--no-lock', '--node-modules-dir=none', '--allow-env', '--allow-read', '--allow-sys']
    await run(deno, ['run', ...options, '--config', join(folder, 'deno.json'), entry])
    console.log(`ok     ${name} (${files.size} modules)`)
  } catch (error) {
    failures += 1
    console.log(`FAILED ${name}\n${(error as { stderr?: string }).stderr ?? String(error)}`)
  }
}
