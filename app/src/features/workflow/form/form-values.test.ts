import type { InputDefinition } from '@product/contract'
import { expect, test } from 'vitest'

import { fromUrl, problemsOf, startValues, toInputs } from './form-values.ts'

const inputs: InputDefinition[] = [
  { name: 'titre', label: 'Titre', kind: 'text', required: true, default: 'Fête', max: 10 },
  { name: 'style', label: 'Style', kind: 'choice', required: false, options: [{ value: 'wax', label: 'Wax' }] },
  { name: 'nombre', label: 'Nombre', kind: 'number', required: false, default: 4, min: 1, max: 9 },
  { name: 'photo', label: 'Photo', kind: 'image', required: true, max: 3 },
]

test('a form begins with what its author put in, or with what one had filled in', () => {
  expect(startValues(inputs)).toEqual({ titre: 'Fête', style: '', nombre: '4', photo: [] })
  const kept = { titre: 'Mariage', style: 'gone', nombre: 7, photo: ['/a.jpg'] }
  expect(startValues(inputs, kept)).toEqual({ titre: 'Mariage', style: '', nombre: '7', photo: [fromUrl('/a.jpg')] })
})

test('what is sent has the sort that its field asks for', () => {
  const values = { titre: ' Fête ', style: '', nombre: '7', photo: [fromUrl('/a.jpg')] }
  expect(toInputs(inputs, values)).toEqual({ titre: 'Fête', style: null, nombre: 7, photo: ['/a.jpg'] })
})

test('each field says what is wrong with it', () => {
  const sending = { ...fromUrl('blob:1'), url: null }
  expect(problemsOf(inputs, { titre: 'Fête', style: '', nombre: '', photo: [fromUrl('/a.jpg')] })).toEqual({})
  expect(problemsOf(inputs, { titre: ' ', style: '', nombre: '12', photo: [] })).toEqual({
    titre: 'required',
    nombre: 'too_large',
    photo: 'required',
  })
  expect(problemsOf(inputs, { titre: 'Une bien longue fête', nombre: '0', photo: [sending] })).toEqual({
    titre: 'too_long',
    nombre: 'too_small',
    photo: 'sending',
  })
})
