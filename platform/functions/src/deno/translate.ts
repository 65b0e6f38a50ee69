/**
 * What is more than types (JSX, decorators, enums, parameter properties) is translated by TypeScript's own compiler,
 * which is loaded when the first such module is: types alone Node.js leaves out by itself.
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

/** To a module of JavaScript whose lines are told by those of the original. */
export function translate(url: string, text: string, options: CompilerOptions): string {
  const ts = compiler()
  const { jsx = 'react', ...named } = options
  const isAutomatic = jsx === 'react-jsx' || jsx === 'react-jsxdev' || options.jsxImportSource !== undefined
  return ts.transpileModule(text, {
    fileName: url,
    compilerOptions: {
      ...named,
      jsx: isAutomatic ? ts.JsxEmit.ReactJSX : ts.JsxEmit.React,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      inlineSourceMap: true,
    },
  }).outputText
}

/** JSON with comments. */
export function parseWithComments(file: string, text: string): unknown {
  return compiler().parseConfigFileTextToJson(file, text).config as unknown
}
