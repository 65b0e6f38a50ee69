import type { InputDefinition } from '@product/contract'
import { expect, test } from 'vitest'

import { fromUrl, problemsOf, startValues, toInputs, type PickedImage } from './form-values.ts'

const made = '/storage/v1/object/public/generated-images/a.webp'
const brought = '/storage/v1/object/public/temp-uploads/b.jpg'
const inputs: InputDefinition[] = [
  { name: 'titre', label: 'Titre', kind: 'text', required: true, default: 'Fête', max: 10 },
  { name: 'style', label: 'Style', kind: 'choice', required: false, options: [{ value: 'wax', label: 'Wax' }] },
  { name: 'nombre', label: 'Nombre', kind: 'number', required: false, default: 4, min: 1, max: 9 },
  { name: 'photo', label: 'Photo', kind: 'image', required: true, max: 3 },
]

test('a form begins with what its author put in, or with what one had filled in', () => {
  expect(startValues(inputs)).toEqual({ titre: 'Fête', style: '', nombre: '4', photo: [] })
  const kept = { titre: 'Mariage', style: 'gone', nombre: 7, photo: [made] }
  expect(startValues(inputs, kept)).toEqual({ titre: 'Mariage', style: '', nombre: '7', photo: [fromUrl(made)] })
})

test('what is sent has the sort that its field asks for', () => {
  const values = { titre: ' Fête ', style: '', nombre: '7', photo: [fromUrl(made)] }
  expect(toInputs(inputs, values)).toEqual({ titre: 'Fête', style: null, nombre: 7, photo: [made] })
})

test('who is in a photograph is asked, goes with it, and is there after a reload', () => {
  const photo = (values: PickedImage) => ({ titre: 'Fête', style: '', nombre: '', photo: [values] })
  expect(problemsOf(inputs, photo(fromUrl(brought)))).toEqual({ photo: 'unsaid' })
  const said: PickedImage = { ...fromUrl(brought), shows: 'agreed' }
  expect(problemsOf(inputs, photo(said))).toEqual({})
  const sent = toInputs(inputs, photo(said))
  expect(sent).toMatchObject({ photo: [{ url: brought, shows: 'agreed' }] })
  expect(startValues(inputs, sent)['photo']).toEqual([said])
})

test('each field says what is wrong with it', () => {
  const sending = { ...fromUrl('blob:1'), url: null }
  expect(problemsOf(inputs, { titre: 'Fête', style: '', nombre: '', photo: [fromUrl(made)] })).toEqual({})
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
