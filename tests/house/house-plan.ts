/** The house as its files and imports say it is. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

import ts from 'typescript'

import { root } from '../../tools/run-command.ts'

/** Paths from the root, each with its text where it is code. */
export type House = ReadonlyMap<string, string | null>

export interface Arrow {
  readonly from: string
  readonly to: string
  /** Neither an import statement nor a type: the target may be loaded later, or by another thread. */
  readonly isLazy: boolean
}

const isCode = (path: string) => /\.(ts|tsx|mts|mjs)$/.test(path) && !path.endsWith('.d.ts')

/** A test looks at its subject from wherever it stands. */
const isTest = (path: string) => /\.(test|conformance|e2e|bench|scale)\.tsx?$/.test(path)

export function readHouse(): House {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard']
  const paths = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n')
  const present = paths.filter((path) => path !== '' && existsSync(join(root, path)))
  return new Map(present.map((path) => [path, isCode(path) ? readFileSync(join(root, path), 'utf8') : null]))
}

function arrowsOf(house: House): Arrow[] {
  return [...house].flatMap(([from, text]) => (text === null ? [] : arrowsFrom(house, from, text)))
}

function arrowsFrom(house: House, from: string, text: string): Arrow[] {
  const lazy = new Set([...text.matchAll(/\b(?:import|new URL)\(\s*'([^']+)'/g)].map((match) => match[1] ?? ''))
  const named = new Set([...ts.preProcessFile(text, true, true).importedFiles.map((file) => file.fileName), ...lazy])
  return [...named].flatMap((name) => {
    const to = resolve(house, from, name)
    return to === null ? [] : [{ from, to, isLazy: lazy.has(name) }]
  })
}

function resolve(house: House, from: string, name: string): string | null {
  const [path = ''] = name.split('?')
  const isOfApp = path.startsWith('#') && from.startsWith('app/')
  if (!isOfApp && !path.startsWith('.')) return null
  const to = isOfApp ? `app/src/${path.slice(1)}` : posix.join(posix.dirname(from), path)
  return [to, `${to}.ts`, `${to}.tsx`].find((candidate) => house.has(candidate)) ?? null
}

/** Every folder with how many files and folders lie in it. */
export function entriesByFolder(house: House): Map<string, number> {
  const entries = new Map<string, Set<string>>()
  for (const path of house.keys()) {
    const parts = path.split('/')
    for (let depth = 1; depth < parts.length; depth++) {
      const folder = parts.slice(0, depth).join('/')
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[depth]!))
    }
  }
  return new Map([...entries].map(([folder, names]) => [folder, names.size]))
}

/** Folders of one parent that import each other, types included: `parent/{one,other}`. */
export function mutualSiblings(house: House): string[] {
  const pairs = new Set(
    arrowsOf(house)
      .filter(({ from }) => !isTest(from))
      .flatMap(siblingsOf),
  )
  return [...pairs]
    .filter((pair) => {
      const [parent, one, other] = pair.split(' ') as [string, string, string]
      return one < other && pairs.has(`${parent} ${other} ${one}`)
    })
    .map((pair) => pair.replace(/^(\S+) (\S+) (\S+)$/, '$1/{$2,$3}'))
    .sort()
}

function siblingsOf({ from, to }: Arrow): string[] {
  const [source, target] = [from.split('/'), to.split('/')]
  const depth = source.findIndex((part, index) => part !== target[index])
  const areFolders = depth >= 0 && depth < source.length - 1 && depth < target.length - 1
  return areFolders ? [`${['.', ...source.slice(0, depth)].join('/')} ${source[depth]!} ${target[depth]!}`] : []
}

/** `name (lines) in file`, for those longer than `most`. */
export function longClasses(house: House, most: number): string[] {
  return [...house].flatMap(([path, text]) => (text?.includes('class ') ? longClassesIn(path, text, most) : []))
}

function longClassesIn(path: string, text: string, most: number): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isClassLike(node)) {
      const lines = lineAt(node.end) - lineAt(node.getStart()) + 1
      if (lines > most) found.push(`${node.name?.text ?? 'a class'} in ${path}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/**
 * Source files of at most `lines` lines whose one reader lies beside them: not those that a test knows, those that are
 * loaded later, nor a package's door.
 */
export function scraps(house: House, lines: number): string[] {
  const readers = new Map<string, Arrow[]>()
  for (const arrow of arrowsOf(house)) readers.set(arrow.to, [...(readers.get(arrow.to) ?? []), arrow])
  return [...house].flatMap(([path, text]) => {
    const [reader, ...others] = readers.get(path) ?? []
    if (text === null || isTest(path) || path.endsWith('/index.ts') || reader === undefined) return []
    if (text.trimEnd().split('\n').length > lines || others.length > 0 || reader.isLazy || isTest(reader.from))
      return []
    return posix.dirname(reader.from) === posix.dirname(path) ? [path] : []
  })
}
