/** What a module loads, and what that loads in turn. Types load nothing. */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

import ts from 'typescript'

export interface Closure {
  /** Paths from the root, the entry included. */
  readonly files: ReadonlySet<string>
  /** What is loaded by a name: packages, parts of them, and `node:` modules. */
  readonly names: ReadonlySet<string>
}

export interface ClosureOptions {
  readonly root: string
  /** With what is loaded later, by a call of `import` or as the file of a thread. */
  readonly withLazy: boolean
  /** Names that stand for files. */
  readonly aliases: Readonly<Record<string, string>>
}

export function closureOf(entry: string, { root, withLazy, aliases }: ClosureOptions): Closure {
  const files = new Set([entry])
  const names = new Set<string>()
  // NOTE: what is added while it is walked is walked as well.
  for (const file of files) {
    for (const { specifier, isLazy } of importsOf(posix.join(root, file))) {
      if (isLazy && !withLazy) continue
      const isPath = specifier.startsWith('.')
      if (!isPath) names.add(specifier)
      const target = isPath ? posix.join(posix.dirname(file), specifier) : aliases[specifier]
      if (target !== undefined) files.add(target)
    }
  }
  return { files, names }
}

interface Import {
  readonly specifier: string
  readonly isLazy: boolean
}

/** By file: the closures of several entries share most of theirs. */
const known = new Map<string, readonly Import[]>()

function importsOf(file: string): readonly Import[] {
  const imports = known.get(file) ?? readImports(file)
  known.set(file, imports)
  return imports
}

function readImports(file: string): readonly Import[] {
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    const specifier = loadedAtOnce(node)
    if (specifier !== null) found.push({ specifier, isLazy: false })
    const later = loadedLater(node)
    if (later !== null) found.push({ specifier: later, isLazy: true })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest))
  return found
}

function loadedAtOnce(node: ts.Node): string | null {
  if (ts.isImportDeclaration(node))
    return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? null : textOf(node.moduleSpecifier)
  return ts.isExportDeclaration(node) && !node.isTypeOnly ? textOf(node.moduleSpecifier) : null
}

function loadedLater(node: ts.Node): string | null {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return textOf(node.arguments[0])
  if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'URL') return null
  const path = textOf(node.arguments?.[0])
  return path?.endsWith('.ts') ? `./${path.replace(/^\.\//, '')}` : null
}

function textOf(node: ts.Node | undefined): string | null {
  return node && ts.isStringLiteralLike(node) ? node.text : null
}
