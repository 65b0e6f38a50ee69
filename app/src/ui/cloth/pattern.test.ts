import { expect, test } from 'vitest'

import { clothBands } from './cloth-bands.ts'
import { avatarCells } from './pattern.ts'

const ids = Array.from({ length: 200 }, (_, index) => `0190f000-0000-7000-8000-${String(index).padStart(12, '0')}`)

test('the same id always gets the same cloth', () => {
  expect(avatarCells(ids[0]!)).toEqual(avatarCells(ids[0]!))
  expect(clothBands(ids[0]!, 152)).toEqual(clothBands(ids[0]!, 152))
})

test('neighbouring ids look different', () => {
  const looks = new Set(ids.map((id) => JSON.stringify(avatarCells(id))))
  expect(looks.size).toBeGreaterThan(150)
})

test('an avatar stands upright and is never empty', () => {
  for (const id of ids) {
    const { cells } = avatarCells(id)
    expect(cells.some(({ column, row }) => column === 1 && row === 1)).toBe(true)
    for (const { column, row, color } of cells) expect(cells).toContainEqual({ column: row, row: column, color })
  }
})

test('the bands fill the height, and none repeats the one above', () => {
  for (const id of ids) {
    const bands = clothBands(id, 152)
    expect(bands.reduce((sum, { height }) => sum + height, 0)).toBeGreaterThanOrEqual(152)
    const motifs = bands.map(({ motif }) => motif).filter((motif) => motif !== 'lines')
    expect(motifs.some((motif, index) => motif === motifs[index - 1])).toBe(false)
  }
})
