/** Where each node of a tree stands: depth to the right, siblings under one another, a parent in the middle of its own. */
import type { Branch, LineageNode } from '#entities/lineage/lineage.ts'

export interface PlacedNode {
  node: LineageNode
  /** Of the upper left corner of its picture, in pixels. */
  x: number
  y: number
}

export interface Thread {
  from: PlacedNode
  to: PlacedNode
}

export interface LaidTree {
  nodes: PlacedNode[]
  threads: Thread[]
  width: number
  height: number
}

export const picture = 68
const column = 136
const row = 104

export function layTree(roots: readonly Branch[]): LaidTree {
  const nodes: PlacedNode[] = []
  const threads: Thread[] = []
  let nextRow = 0
  const lay = ({ node, branches }: Branch, level: number): PlacedNode => {
    const placed: PlacedNode = { node, x: level * column, y: 0 }
    nodes.push(placed)
    const children = branches.map((branch) => lay(branch, level + 1))
    const [first, last] = [children[0], children.at(-1)]
    if (first && last) placed.y = (first.y + last.y) / 2
    else {
      placed.y = nextRow * row
      nextRow += 1
    }
    threads.push(...children.map((to) => ({ from: placed, to })))
    return placed
  }
  for (const root of roots) lay(root, 0)
  const width = Math.max(0, ...nodes.map(({ x }) => x)) + picture
  return { nodes, threads, width, height: Math.max(0, nextRow - 1) * row + picture }
}
