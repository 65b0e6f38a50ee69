import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fieldsOf, flowsOf, layOut, nodeHeight, nodeWidth, type Flow } from './graph-layout.ts'

test('what flows is what steps take of each other; of the form, the fields that they take or name', () => {
  const inputs = [{ name: 'photo' }, { name: 'ville' }, { name: 'fond' }]
  const poster = { settings: { prompt: 'Affiche pour {ville}, {ville}' }, takes: { images: { input: 'photo' } } }
  const larger = { settings: {}, takes: { prompt: { value: 'toujours' }, image: { step: 0, field: 'image' as const } } }
  expect(flowsOf([poster, larger])).toEqual([{ from: 0, to: 1, what: ['image'] }])
  expect(fieldsOf(poster, inputs)).toEqual([{ name: 'photo' }, { name: 'ville' }])
  expect(fieldsOf(larger, inputs)).toEqual([])
})

/** Each step takes from any steps before it. */
const drawnFlows = fc.array(fc.array(fc.nat(11), { maxLength: 3 }), { minLength: 1, maxLength: 12 }).map((steps) => ({
  count: steps.length,
  flows: steps.flatMap((sources, to): Flow[] =>
    [...new Set(sources.filter((from) => from < to))].map((from) => ({ from, to, what: ['image'] })),
  ),
}))

type Point = Record<'x' | 'y', number>

function passesBehind({ x, y }: Point, start: Point, end: Point): boolean {
  const [left, right] = [Math.min(start.x, end.x), Math.max(start.x, end.x)]
  const [top, bottom] = [Math.min(start.y, end.y), Math.max(start.y, end.y)]
  return right > x && left < x + nodeWidth && bottom > y && top < y + nodeHeight
}

const isApart = (one: Point, other: Point) =>
  Math.abs(one.x - other.x) > nodeWidth || Math.abs(one.y - other.y) > nodeHeight

test('each step stands below its sources, none covers another, and no line passes behind a step', () => {
  fc.assert(
    fc.property(drawnFlows, ({ count, flows }) => {
      const { nodes, edges, width, height } = layOut(count, flows)
      expect(nodes.map(({ index }) => index)).toEqual(Array.from({ length: count }, (_, index) => index))
      for (const one of nodes) {
        expect(Math.min(one.x, one.y, width - one.x - nodeWidth, height - one.y - nodeHeight)).toBeGreaterThanOrEqual(0)
        for (const other of nodes.slice(one.index + 1)) expect(isApart(one, other)).toBe(true)
      }
      expect(edges.map(({ from, to }) => [from, to])).toEqual(flows.map(({ from, to }) => [from, to]))
      for (const { from, to, points } of edges) {
        expect(nodes[from]?.y).toBeLessThan(nodes[to]?.y ?? 0)
        for (const [place, end] of points.slice(1).entries()) {
          expect(nodes.filter((node) => passesBehind(node, points[place] ?? end, end))).toEqual([])
        }
      }
    }),
  )
})
