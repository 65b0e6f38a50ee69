/** A Vite plugin that changes one source file on its way into the tests; nothing on the disk changes. */
import { resolve } from 'node:path'

import type { Plugin } from 'vite'

import { plantedHole } from './hole.ts'

export function plantHole(root: string): Plugin[] {
  const hole = plantedHole()
  if (hole === null || !('file' in hole)) return []
  const path = resolve(root, hole.file)
  return [
    {
      name: 'planted-hole',
      enforce: 'pre',
      transform: (code, id) => (id.split('?')[0] === path ? code.replace(hole.find, () => hole.replace) : null),
    },
  ]
}
