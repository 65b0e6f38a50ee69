/**
 * What is more than types (JSX, decorators, enums, parameter properties) is translated by TypeScript's own compiler,
 * which is loaded when the first such module is, or a `deno.jsonc`: types alone Node.js leaves out by itself.
 */
import { createRequire } from 'node:module'

import type * as TypeScript from 'typescript'

/** Of a `deno.json`, as Deno names them. */
export interface CompilerOptions {
  readonly jsx?: string
  readonly jsxImportSource?: string
  readonly jsxFactory?: string
  readonly jsxFragmentFactory?: string
  readonly experimentalDecorators?: boolean
  readonly emitDecoratorMetadata?: boolean
}

const require = createRequire(import.meta.url)
const compiler = (): typeof TypeScript => require('typescript') as typeof TypeScript

/** At the beginning of a line; rules of CSS, which begin so as well, stand in texts of modules. */
const DECORATED =
  /^[ \t]*(?:export (?:default )?)?@(?!(?:charset|container|import|keyframes|layer|media|namespace|page|property|supports)\b)[A-Za-z_$][\w$.]*(?:[(\s]|$)/m

/** Pure. NOTE: whoever is taken for one that has decorators is translated, and means the same. */
export const hasDecorators = (text: string): boolean => text.includes('@') && DECORATED.test(text)

/**
 * To a module of JavaScript with a map to the lines of the original, which imports whatever the original does.
 * @throws {SyntaxError}
 */
export function translate(url: string, text: string, options: CompilerOptions): string {
  const ts = compiler()
  const { jsx = 'react', ...named } = options
  const isAutomatic = jsx === 'react-jsx' || jsx === 'react-jsxdev' || options.jsxImportSource !== undefined
  const { outputText, diagnostics = [] } = ts.transpileModule(text, {
    fileName: url,
    reportDiagnostics: true,
    transformers: { before: [keepImports(ts)] },
    compilerOptions: {
      ...named,
      jsx: isAutomatic ? ts.JsxEmit.ReactJSX : ts.JsxEmit.React,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      inlineSourceMap: true,
    },
  })
  refuseBroken(ts, diagnostics)
  return outputText
}

/** The compiler makes something of any text. NOTE: what names no file is about options, and stops nobody. */
function refuseBroken(ts: typeof TypeScript, diagnostics: readonly TypeScript.Diagnostic[]): void {
  for (const { file, start = 0, messageText } of diagnostics) {
    if (file === undefined) continue
    const { line, character } = file.getLineAndCharacterOfPosition(start)
    const told = ts.flattenDiagnosticMessageText(messageText, ' ')
    throw new SyntaxError(`${file.fileName}:${line + 1}:${character + 1}: ${told}`)
  }
}

/**
 * The compiler drops a name that no code uses, as it may be a type, and the import with its last name. Here the import
 * stays without its names: what its module does happens, as in a module that Node.js runs by itself.
 */
const keepImports =
  (ts: typeof TypeScript): TypeScript.TransformerFactory<TypeScript.SourceFile> =>
  ({ factory }) =>
  (source) => {
    const statements = source.statements.flatMap((statement) => {
      const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined
      // NOTE: `import type` is nothing at run time.
      if (!ts.isImportDeclaration(statement) || clause === undefined || clause.phaseModifier !== undefined)
        return [statement]
      const { moduleSpecifier, attributes } = statement
      return [statement, factory.createImportDeclaration(undefined, undefined, moduleSpecifier, attributes)]
    })
    return factory.updateSourceFile(source, statements)
  }

/** JSON with comments. @throws {SyntaxError} */
export function parseWithComments(file: string, text: string): unknown {
  const ts = compiler()
  const { config, error } = ts.parseConfigFileTextToJson(file, text)
  if (error) throw new SyntaxError(`${file}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`)
  return config as unknown
}
