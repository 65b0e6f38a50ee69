import { readdir, stat } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

import { SUBJECTS } from '../../subjects/registry.ts'
import { drawnIds } from './drawing-store.ts'
import './drawings.ts'

describe('the registry of subjects', () => {
  it('knows what is drawn, and nothing else', () => {
    expect([...SUBJECTS.keys()].toSorted()).toEqual([...drawnIds()].toSorted())
  })

  it('gives every subject a name in both languages and a size', () => {
    const odd = [...SUBJECTS.values()].filter(({ labels, stature }) => !labels.fr || !labels.en || !(stature > 0))
    expect(odd.map(({ id }) => id)).toEqual([])
  })

  it('ships at most 6 MB', async () => {
    const folder = new URL('data/', import.meta.url)
    const files = await readdir(folder, { recursive: true })
    const sizes = await Promise.all(files.map(async (name) => (await stat(new URL(name, folder))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(6e6)
  })
})
