/** `npm run functions:imports`: writes each function's deno.json, which names exactly what the function loads. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '../run-command.ts'
import { closureOf, type Closure } from './closure.ts'

const folder = 'supabase/functions'

/** The engine's two doors. */
const aliases = {
  '@product/engine': 'engine/src/index.ts',
  '@product/engine/language': 'engine/src/language.ts',
}

/** What Node has and the hosted service's functions have not: native code, threads, and what paints. */
export function isNodeOnly(name: string): boolean {
  return ['sharp', 'piscina', 'node:worker_threads', '@product/engine'].includes(name)
}

export const functionNames: readonly string[] = readdirSync(join(root, folder), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  .map(({ name }) => name)

export function closureOfFunction(name: string, withLazy: boolean): Closure {
  return closureOf(`${folder}/${name}/index.ts`, { root, withLazy, aliases })
}

export function denoFileOf(name: string): string {
  return join(root, folder, name, 'deno.json')
}

/** In the versions that this project has. */
export function renderDenoFile(name: string): string {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>
  }
  const names = [...closureOfFunction(name, true).names].filter((known) => !known.startsWith('node:'))
  const imports = names.toSorted().map((specifier) => [specifier, addressOf(name, specifier, dependencies)] as const)
  return `${JSON.stringify({ imports: Object.fromEntries(imports) }, null, 2)}\n`
}

function addressOf(name: string, specifier: string, versions: Readonly<Record<string, string>>): string {
  if (specifier in aliases) return relative(join(folder, name), aliases[specifier as keyof typeof aliases])
  const [, packageName = '', part = ''] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier) ?? []
  const version = versions[packageName]
  if (version === undefined) throw new Error(`${name} loads ${packageName}, which package.json does not name`)
  return `npm:${packageName}@${version}${part}`
}

if (import.meta.main) for (const name of functionNames) writeFileSync(denoFileOf(name), renderDenoFile(name))
