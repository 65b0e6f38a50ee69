/** Has Node.js resolve what modules below the functions' folder import as the hosted runtime would. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

import { mapped, targetOf } from './specifiers.ts'

type Imports = Readonly<Record<string, string>>

const stdHttpUrl = new URL('./std-http.ts', import.meta.url).href
const nothingUrl = 'data:text/javascript,export{}'
const hooked = new Set<string>()

/** @param folder URL of the folder of functions, with a slash at its end; hooked once */
export function hookModulesBelow(folder: string): void {
  if (hooked.has(folder)) return
  hooked.add(folder)
  const importsOf = createImportMaps(folder)
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context
      if (parentURL === undefined || !parentURL.startsWith(folder)) return nextResolve(specifier, context)
      const meant = mapped(specifier, importsOf(parentURL))
      const target = targetOf(meant)
      if (target?.kind === 'std-http') return { url: stdHttpUrl, shortCircuit: true }
      if (target?.kind === 'nothing') return { url: nothingUrl, format: 'module', shortCircuit: true }
      if (target === null && meant.startsWith('https:'))
        throw new Error(`${meant} is fetched by nobody here: install it as a package`)
      return nextResolve(target?.name ?? meant, context)
    },
  })
}

/** The `imports` of the function's own `deno.json`, which is read once. */
function createImportMaps(folder: string): (parentUrl: string) => Imports {
  const known = new Map<string, Imports>()
  return (parentUrl) => {
    const name = parentUrl.slice(folder.length).split('/')[0] ?? ''
    const imports = known.get(name) ?? readImports(new URL(`${name}/`, folder))
    known.set(name, imports)
    return imports
  }
}

/** What a map says of files is said from where the map lies, whoever imports. */
const fromMap = (meant: string, functionUrl: URL) =>
  /^\.{1,2}\//.test(meant) ? new URL(meant, functionUrl).href : meant

function readImports(functionUrl: URL): Imports {
  for (const file of ['deno.json', 'import_map.json']) {
    try {
      const { imports } = JSON.parse(readFileSync(new URL(file, functionUrl), 'utf8')) as { imports?: Imports }
      return Object.fromEntries(Object.entries(imports ?? {}).map(([key, meant]) => [key, fromMap(meant, functionUrl)]))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return {}
}
