/** What processes hold: proportional set size, in which pages that several share count once in all. */
import { readFile } from 'node:fs/promises'

import { childrenOf } from './processor-time.ts'

export interface Holding {
  /** Megabytes (10⁶ bytes). */
  readonly total: number
  readonly node: number
  readonly postgres: number
  readonly processes: number
}

export async function memoryOf(pid: number): Promise<Holding> {
  const below = await descendantsOf(pid)
  const sizes = await Promise.all([pid, ...below].map(proportionalSize))
  const [node = 0, ...others] = sizes
  const postgres = others.reduce((sum, size) => sum + size, 0)
  return { total: node + postgres, node, postgres, processes: sizes.filter((size) => size > 0).length }
}

async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid)
  const below = await Promise.all(children.map(descendantsOf))
  return [...children, ...below.flat()]
}

async function proportionalSize(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return (Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024) / 1e6
}
