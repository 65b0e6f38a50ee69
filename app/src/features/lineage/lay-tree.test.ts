import { expect, test } from 'vitest'

import { branchesOf, type LineageNode } from '#entities/lineage/lineage.ts'

import { layTree } from './lay-tree.ts'

const node = (id: string, parentId: string | null): LineageNode => ({ id, parentId, depth: 0, post: null })

test('a parent stands in the middle of its remixes, one column before them', () => {
  const nodes = [node('root', null), node('a', 'root'), node('b', 'root'), node('a1', 'a'), node('a2', 'a')]
  const laid = layTree(branchesOf(nodes))
  const places = Object.fromEntries(laid.nodes.map(({ node: { id }, x, y }) => [id, [x / 136, y / 104]]))
  expect(places).toEqual({ a1: [2, 0], a2: [2, 1], a: [1, 0.5], b: [1, 2], root: [0, 1.25] })
  expect(laid.threads.map(({ from, to }) => `${from.node.id} ${to.node.id}`).toSorted()).toEqual([
    'a a1',
    'a a2',
    'root a',
    'root b',
  ])
  expect([laid.width, laid.height]).toEqual([2 * 136 + 68, 2 * 104 + 68])
})

test('no two nodes share a place, and nothing has no size', () => {
  const nodes = Array.from({ length: 60 }, (_, index) =>
    node(`${index}`, index === 0 ? null : `${Math.floor(index / 3)}`),
  )
  const laid = layTree(branchesOf(nodes.filter(({ id, parentId }) => id !== parentId)))
  expect(new Set(laid.nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(60)
  expect(layTree([])).toMatchObject({ nodes: [], threads: [], height: 68 })
})
