import { expect, test } from 'vitest'

import { originalUrl, sourceSet, variantUrl } from './image-source.ts'

const url = 'http://localhost:3000/storage/v1/object/public/generated-images/u1/a.webp'

test('a picture is asked from the server of today, whatever host its row remembers', () => {
  expect(originalUrl(url, 'https://cortexia.example')).toBe(
    'https://cortexia.example/storage/v1/object/public/generated-images/u1/a.webp',
  )
  expect(variantUrl(url, 480, '')).toBe(
    '/storage/v1/render/image/public/generated-images/u1/a.webp?width=480&quality=75',
  )
})

test('an address that is not one of our pictures stays as it is', () => {
  expect(originalUrl('blob:http://localhost/42', '')).toBe('blob:http://localhost/42')
  expect(variantUrl('data:image/png;base64,AA==', 320, '')).toBe('data:image/png;base64,AA==')
})

test('no candidate is wider than the picture', () => {
  const candidates = sourceSet({ url, width: 700 }, '').split(', ')
  expect(candidates.map((candidate) => candidate.split(' ')[1])).toEqual(['320w', '480w', '640w'])
})

test('a picture smaller than every candidate is asked at its own width', () => {
  expect(sourceSet({ url, width: 200 }, '')).toMatch(/width=200&quality=75 200w$/u)
})
