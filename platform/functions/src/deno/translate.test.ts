import { expect, it } from 'vitest'

import { hasDecorators, parseWithComments, translate } from './translate.ts'

it.each([
  'class A {\n  @loud\n  say() {}\n}',
  '@injectable()\nexport class A {}',
  'export default @sealed class A {}',
  'class A {\n\t@field({ unique: true }) name = 1\n}',
])('%j has decorators', (text) => expect(hasDecorators(text)).toBe(true))

it.each([
  'const css = `\n  @media (width > 1px) { p { color: red } }\n  @import url("a.css");`',
  'const css = `@font-face { font-family: A }`',
  '/**\n * @param name of whom\n */',
  'import { a } from "@scope/package"',
  'const mail = "\n  someone@shop.example"',
  'const plain = 1',
])('%j has none', (text) => expect(hasDecorators(text)).toBe(false))

const page = 'file:///functions/shop/page.ts'
const kind = 'export enum Kind { Green }\n'

// Made whole, the first would let everybody pass.
it.each([
  ['export enum Kind { Green }\nif (!signed.in { throw 401 }', "2:16: ')' expected."],
  ['export enum Kind { Green\nexport const a = 1', '2:1: '],
  ['export const a =\n  <p>', '2:4: '],
])('%j is broken', (text, told) => {
  const broken = () => translate(page.replace('.ts', '.tsx'), text, {})
  expect(broken).toThrow(SyntaxError)
  expect(broken).toThrow(`${page.replace('.ts', '.tsx')}:${told}`)
})

it.each([
  ['import { tea } from "./tea.ts"', '"./tea.ts"'],
  ['import tea, { type Green } from "./tea.ts"', '"./tea.ts"'],
  ['import * as tea from "./tea.json" with { type: "json" }', '"./tea.json" with { type: "json" }'],
  ['import "./tea.ts"', '"./tea.ts"'],
])('%j, of which nothing is used, is imported without its names', (text, imported) => {
  expect(translate(page, `${text}\n${kind}`, {}).split('\n')[0]).toBe(`import ${imported};`)
})

it('a deno.jsonc has comments, and half of one is refused', () => {
  const file = 'file:///functions/shop/deno.jsonc'
  expect(parseWithComments(file, '{ // of mails\n "jsx": "react" }')).toEqual({ jsx: 'react' })
  expect(() => parseWithComments(file, '{ "jsx": "react"')).toThrow(SyntaxError)
})

it('what is only a type is not imported', () => {
  expect(translate(page, `import type { Tea } from "./tea.ts"\n${kind}`, {})).not.toContain('tea.ts')
})

it('what is used is imported by its name, before what stands behind it', () => {
  const text = `import { tea } from "./tea.ts"\nimport "./cup.ts"\n${kind}console.log(tea)`
  expect(translate(page, text, {}).match(/^import .*/gm)).toEqual([
    'import { tea } from "./tea.ts";',
    'import "./tea.ts";',
    'import "./cup.ts";',
  ])
})
