/** Has Node.js resolve what modules below the functions' folder import as the hosted runtime would. */
import { readFileSync } from 'node:fs'
import { registerHooks, setSourceMapsSupport, type LoadFnOutput } from 'node:module'

import { installDeno } from './deno.ts'
import { mapped, targetOf } from './specifiers.ts'
import { hasDecorators, parseWithComments, translate, type CompilerOptions } from './translate.ts'

type Imports = Readonly<Record<string, string>>

const stdHttpUrl = new URL('./std-http.ts', import.meta.url).href
const nothingUrl = 'data:text/javascript,export{}'
const hooked = new Set<string>()

/** @param folder URL of the folder of functions, with a slash at its end; hooked once */
export function hookModulesBelow(folder: string): void {
  if (hooked.has(folder)) return
  hooked.add(folder)
  const configOf = createConfigs(folder)
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const { parentURL } = context
      if (parentURL === undefined || !parentURL.startsWith(folder)) return nextResolve(specifier, context)
      const meant = mapped(specifier, configOf(parentURL).imports)
      const target = targetOf(meant)
      // NOTE: what a map says is no sign: functions of Node.js have maps as well.
      if (targetOf(specifier) !== null) installDeno()
      if (target?.kind === 'std-http') return { url: stdHttpUrl, shortCircuit: true }
      if (target?.kind === 'nothing') return { url: nothingUrl, format: 'module', shortCircuit: true }
      if (target === null && meant.startsWith('https:'))
        throw new Error(`${meant} is fetched by nobody here: install it as a package`)
      return configOf.noteImport(parentURL, nextResolve(target?.name ?? meant, context))
    },
    load(url, context, nextLoad) {
      if (!url.startsWith(folder)) return nextLoad(url, context)
      const loaded = loadOwn(url, () => nextLoad(url, context))
      const text = textOf(loaded.source)
      if (/\bDeno\b/.test(text)) installDeno()
      if (loaded.isUntranslated || (/\.m?ts$/.test(url) && hasDecorators(text)))
        return { format: 'module', source: translated(url, configOf(url).compilerOptions), shortCircuit: true }
      return text.search(ASSERTED) >= 0 ? { ...loaded, source: asAttributes(text) } : loaded
    },
  })
}

function translated(url: string, options: CompilerOptions): string {
  const source = translate(url, asAttributes(sourceAt(url)), options)
  // NOTE: from the first one on: a process that translates nothing pays nothing. Packages' own maps stay unread.
  setSourceMapsSupport(true, { nodeModules: false, generatedCode: false })
  return source
}

interface Loaded extends LoadFnOutput {
  /** What Node.js does not run: JSX, and what of TypeScript is more than types. */
  readonly isUntranslated?: true
}

const sourceAt = (url: string) => readFileSync(new URL(url), 'utf8')

function loadOwn(url: string, load: () => LoadFnOutput): Loaded {
  if (/\.[jt]sx$/.test(url)) return { format: 'module', source: sourceAt(url), isUntranslated: true }
  try {
    return load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX') throw error
    return { format: 'module', source: sourceAt(url), isUntranslated: true }
  }
}

function textOf(source: unknown): string {
  if (typeof source === 'string') return source
  return source instanceof Uint8Array ? Buffer.from(source).toString() : ''
}

/** What a JSON module is was once asserted; Node.js reads `with`. */
const ASSERTED = /(\bfrom\s*["'][^"']+["'])\s*assert\s*(\{\s*type:)/g
const asAttributes = (text: string) => text.replaceAll(ASSERTED, '$1 with $2')

interface OwnConfig {
  readonly imports: Imports
  readonly compilerOptions: CompilerOptions
}

interface Configs {
  (url: string): OwnConfig
  noteImport<Found extends { readonly url: string }>(importer: string, found: Found): Found
}

const NOTHING_SAID: OwnConfig = { imports: {}, compilerOptions: {} }

/**
 * What the `deno.json` beside a module's function says, which is read once. Shared code that has none is judged by that
 * of the function that imported it first, as the process has each module once.
 */
function createConfigs(folder: string): Configs {
  const known = new Map<string, OwnConfig | null>()
  const importers = new Map<string, string>()
  function ownOf(url: string): OwnConfig | null {
    const [name = '', ...below] = url.slice(folder.length).split('/')
    if (below.length === 0) return null
    const config = known.has(name) ? known.get(name)! : readOwn(new URL(`${name}/`, folder))
    known.set(name, config)
    return config
  }
  const configOf = (url: string) => ownOf(url) ?? ownOf(importers.get(url) ?? url) ?? NOTHING_SAID
  const noteImport: Configs['noteImport'] = (importer, found) => {
    const isNew = found.url.startsWith(folder) && !importers.has(found.url)
    if (isNew) importers.set(found.url, importers.get(importer) ?? importer)
    return found
  }
  return Object.assign(configOf, { noteImport })
}

/** Null where nothing is said. */
function readOwn(functionUrl: URL): OwnConfig | null {
  const configUrl = new URL('deno.json', functionUrl)
  const config = readConfig(configUrl) ?? readConfig(new URL('deno.jsonc', functionUrl))
  if (config === null) {
    const mapUrl = new URL('import_map.json', functionUrl)
    return readConfig(mapUrl) && { imports: importsAt(mapUrl), compilerOptions: {} }
  }
  const { importMap, compilerOptions = {} } = config
  const imports = importMap === undefined ? {} : importsAt(new URL(importMap, functionUrl))
  const own = { ...membersOf(config, functionUrl), ...imports, ...resolved(config.imports ?? {}, configUrl) }
  return { imports: own, compilerOptions }
}

interface DenoConfig {
  readonly imports?: Imports
  readonly importMap?: string
  /** Folders, or an object that lists them as `members`. */
  readonly workspace?: unknown
  readonly name?: string
  readonly exports?: string | Imports
  readonly compilerOptions?: CompilerOptions
}

function readConfig(url: URL): DenoConfig | null {
  try {
    const text = readFileSync(url, 'utf8')
    const config = url.pathname.endsWith('.jsonc') ? parseWithComments(url.href, text) : (JSON.parse(text) as unknown)
    return config as DenoConfig
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

const importsAt = (url: URL) => resolved(readConfig(url)?.imports ?? {}, url)

/** What a map says of files is said from where the map lies, whoever imports. */
function resolved(imports: Imports, mapUrl: URL): Imports {
  const fromMap = (meant: string) => (/^\.{1,2}\//.test(meant) ? new URL(meant, mapUrl).href : meant)
  return Object.fromEntries(Object.entries(imports).map(([key, meant]) => [key, fromMap(meant)]))
}

/** Members of a workspace are imported by their names. */
function membersOf({ workspace }: DenoConfig, functionUrl: URL): Imports {
  const members = foldersOf(workspace).map((folder): [string, string] | null => {
    const url = new URL('deno.json', new URL(`${folder}/`, functionUrl))
    const { name, exports } = readConfig(url) ?? {}
    const main = typeof exports === 'string' ? exports : exports?.['.']
    return name === undefined || main === undefined ? null : [name, new URL(main, url).href]
  })
  return Object.fromEntries(members.filter((member) => member !== null))
}

function foldersOf(workspace: unknown): string[] {
  const listed = Array.isArray(workspace) ? workspace : (workspace as { members?: unknown } | null | undefined)?.members
  return Array.isArray(listed) ? listed.filter((folder) => typeof folder === 'string') : []
}
