import type { InputDefinition } from '@product/contract'
import { expect, test } from 'vitest'

import { fromUrl } from '../form/form-values.ts'
import { mostLines, readTable } from './read-table.ts'

const inputs: InputDefinition[] = [
  { name: 'evenement', label: 'L’événement', kind: 'text', required: true, max: 20 },
  { name: 'style', label: 'Style', kind: 'choice', required: true, options: [{ value: 'a-plats', label: 'Aplats' }] },
  { name: 'nombre', label: 'Nombre', kind: 'number', required: false, min: 1, max: 9 },
  { name: 'photo', label: 'Photo', kind: 'image', required: true, max: 1 },
]
const form = {
  evenement: 'Fête',
  style: 'a-plats',
  nombre: '2',
  photo: [fromUrl('/storage/v1/object/public/generated-images/a.webp')],
}

test('a table names its fields as people write them, in any order; the form says the rest', () => {
  const { lines, columns, unknown } = readTable(
    'NOMBRE;l’evenement;Lieu\r\n3;"Bal; le soir";Lomé\r\n;Mariage;',
    inputs,
    form,
  )
  expect(columns.map(({ name }) => name)).toEqual(['nombre', 'evenement'])
  expect(unknown).toEqual(['Lieu'])
  expect(lines).toEqual([
    {
      inputs: {
        evenement: 'Bal; le soir',
        style: 'a-plats',
        nombre: 3,
        photo: ['/storage/v1/object/public/generated-images/a.webp'],
      },
      problems: {},
    },
    {
      inputs: {
        evenement: 'Mariage',
        style: 'a-plats',
        nombre: 2,
        photo: ['/storage/v1/object/public/generated-images/a.webp'],
      },
      problems: {},
    },
  ])
})

test('each line says what is wrong with it, and what is too much is counted', () => {
  const wrong = readTable('evenement,style,nombre\nUn bien trop long événement,Néon,12', inputs, form)
  expect(wrong.lines[0]?.problems).toEqual({ evenement: 'too_long', style: 'choice', nombre: 'too_large' })
  const many = readTable(
    ['evenement', ...Array.from({ length: mostLines + 3 }, (_, n) => `Fête ${n}`)].join('\n'),
    inputs,
    form,
  )
  expect([many.lines.length, many.beyond]).toEqual([mostLines, 3])
  expect(readTable('', inputs, form)).toEqual({ lines: [], columns: [], unknown: [], beyond: 0 })
})
