/** Two files decide what one did: of what may meet on an element, the same rule comes last. */
import fc from 'fast-check'
import postcss, { type ChildNode, type Container } from 'postcss'
import { expect, test } from 'vitest'

import { draws } from '../../../tests/support/draws.ts'
import { familyOf } from './overlap.ts'
import { splitStyles } from './split-styles.ts'

const isNamed = (name: string) => name.startsWith('f')

/** Each rule of a layer with the place of its layer among the others, as a browser orders them: first the layers, then as read. */
function inOrder(...sheets: readonly string[]): string[] {
  const layers: string[] = []
  const rules: { layer: number; order: number; said: string }[] = []
  const note = (name: string) => {
    if (!layers.includes(name)) layers.push(name)
  }
  const read = (parent: Container, layer: string, within: string) => {
    const nodes: readonly ChildNode[] = parent.nodes ?? []
    for (const node of nodes) {
      if (node.type === 'atrule' && node.name === 'layer' && !node.nodes) {
        for (const name of node.params.split(',')) note(`${layer}.${name.trim()}`)
      } else if (node.type === 'atrule' && node.name === 'layer') {
        note(`${layer}.${node.params}`)
        read(node, `${layer}.${node.params}`, within)
      } else if (node.type === 'atrule') {
        read(node, layer, `${within}@${node.name} ${node.params} `)
      } else if (node.type === 'rule') {
        rules.push({ layer: layers.indexOf(layer), order: rules.length, said: within + node.toString() })
      }
    }
  }
  for (const sheet of sheets) read(postcss.parse(sheet), '', '')
  // What stands in a layer beside smaller ones comes after all of them.
  const rank = (layer: number) => (layers[layer] === '.utilities' ? layers.length : layer)
  return rules
    .toSorted((one, other) => rank(one.layer) - rank(other.layer) || one.order - other.order)
    .map(({ said }) => said)
}

const property = fc.constantFrom(
  'padding',
  'padding-left',
  'color',
  'top',
  'inset',
  'border-radius',
  'border-top-left-radius',
)
const rule = fc.record({
  isFirst: fc.boolean(),
  property,
  isWide: fc.boolean(),
})

test('no two rules that may meet change places, whichever file they are in', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 30 }), (drawn) => {
      const rules = drawn.map(({ isFirst, property: name, isWide }, index) => {
        const plain = `.${isFirst ? 'f' : 'r'}${index}{${name}:${index}px}`
        return isWide ? `@media (min-width:48rem){${plain}}` : plain
      })
      const { first, rest } = splitStyles(`@layer utilities{${rules.join('')}}`, isNamed)
      expect(first).not.toContain('.r')
      expect(rest).not.toContain('.f')
      const after = inOrder(first, rest).map((said) => Number(/\.[fr](\d+)/u.exec(said)?.[1]))
      expect(after.toSorted((one, other) => one - other)).toEqual(drawn.map((_, index) => index))
      for (const [index, { property: name }] of drawn.entries()) {
        for (let later = index + 1; later < drawn.length; later += 1) {
          if (familyOf(name) !== familyOf(drawn[later]?.property ?? '')) continue
          expect(after.indexOf(index)).toBeLessThan(after.indexOf(later))
        }
      }
    }),
    { numRuns: draws({ few: 100, many: 10_000 }) },
  )
})

test.each([
  ['padding-inline', 'padding-left', true],
  ['line-height', 'font-size', true],
  ['top', 'inset-inline', true],
  ['place-items', 'align-items', true],
  ['align-items', 'align-self', false],
  ['min-width', 'inline-size', true],
  ['--tw-scale-x', '--tw-scale-y', false],
  ['-webkit-mask', 'mask-image', true],
  ['color', 'background-color', false],
])('whether %s and %s may meet: %s', (one, other, may) => {
  expect(familyOf(one) === familyOf(other)).toBe(may)
})

test('what is no layer of classes, and what is important, stays with the first page', () => {
  const css = [
    ':root{--a:1}@supports (color:lab(0% 0 0)){:root{--a:2}}',
    '@layer base{h1{color:red}}',
    '@layer components{.r1:not(.f1){color:red}.f2 .r2{color:red}}',
    String.raw`@layer utilities{.r\:3{margin:0!important}.f\/4{margin:0}@media print{.r5{margin:0}.r6{margin:1px}}}`,
  ].join('')
  const { first, rest } = splitStyles(css, isNamed)
  expect(first).toBe(
    ':root{--a:1}@layer base{h1{color:red}}@layer components{@layer a,b;@layer b{.f2 .r2{color:red}}}' +
      String.raw`@layer utilities{@layer a;@layer a{.f\/4{margin:0}}.r\:3{margin:0!important}}`,
  )
  expect(rest).toBe(
    '@layer components{@layer a{.r1:not(.f1){color:red}}}@layer utilities{@layer a{@media print{.r5{margin:0}.r6{margin:1px}}}}',
  )
})

test('what cannot be kept in its place stops the build', () => {
  expect(() => splitStyles('@layer utilities{.f{margin:0!important;color:red}}', isNamed)).toThrow('important in part')
})
