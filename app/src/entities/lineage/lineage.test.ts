import { expect, test } from 'vitest'

import { branchesOf, stripOf, toNode, wayTo, type LineageNode, type LineagePost, type LineageRow } from './lineage.ts'

const node = (id: string, parentId: string | null, depth: number): LineageNode => ({ id, parentId, depth, post: null })
const nodes = [
  node('root', null, 0),
  node('a', 'root', 1),
  node('b', 'root', 1),
  node('a1', 'a', 2),
  node('a2', 'a', 2),
]
const ids = (list: readonly LineageNode[]) => list.map(({ id }) => id)

test('a strip goes from the beginning to the post and on to what remixes it', () => {
  const { ancestors, self, children } = stripOf(nodes, 'a')
  expect([ids(ancestors), self?.id, ids(children)]).toEqual([['root'], 'a', ['a1', 'a2']])
  expect(ids(stripOf(nodes, 'a2').ancestors)).toEqual(['root', 'a'])
  expect(stripOf(nodes, 'nowhere')).toEqual({ ancestors: [], self: null, children: [] })
})

test('the way to a picture leaves out what is gone, and compares with the last that was seen', () => {
  const post = (creatorName: string): LineagePost => ({
    creatorName,
    username: null,
    image: { url: '/x.webp', width: 1, height: 1, thumbhash: null },
    altText: '',
    prompt: null,
    remixesCount: 0,
  })
  const [awa, kossi] = [post('Awa'), post('Kossi')]
  const told = nodes.map((one) => ({ ...one, post: { root: awa, a1: kossi }[one.id] ?? null }))
  expect(wayTo(told, 'a1')).toEqual([
    { id: 'root', post: awa, before: null },
    { id: 'a1', post: kossi, before: awa },
  ])
  expect([wayTo(told, 'root').length, wayTo(told, 'a'), wayTo(told, 'nowhere')]).toEqual([1, [], []])
})

test('nodes become one tree, or several where the beginning was not sent', () => {
  expect(branchesOf(nodes).map(({ node: { id }, branches }) => [id, branches.length])).toEqual([['root', 2]])
  expect(branchesOf(nodes.slice(1)).map(({ node: { id } }) => id)).toEqual(['a', 'b'])
})

test('a node that is gone has no content, whatever comes with it', () => {
  const row: LineageRow = {
    id: 'x',
    parent_id: null,
    depth: 0,
    is_gone: true,
    username: 'awa',
    display_name: 'Awa',
    image_url: '/x.webp',
    width: 1,
    height: 1,
    thumbhash: null,
    alt_text: null,
    prompt: 'x',
    remixes_count: 3,
  }
  expect(toNode(row).post).toBeNull()
  expect(toNode({ ...row, is_gone: false }).post).toMatchObject({ creatorName: 'Awa', remixesCount: 3 })
})
