import { expect, it } from 'vitest'

import { hasDecorators } from './translate.ts'

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
