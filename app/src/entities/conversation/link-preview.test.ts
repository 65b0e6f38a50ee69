import { expect, test } from 'vitest'

import { openPreview, ownLinkIn, sealPreview } from './link-preview.ts'

const id = '0192a1b2-0000-7000-8000-000000000001'
const here = 'https://cortexia.test'
const preview = { path: `/post/${id}`, title: 'Une pirogue', about: 'Awa', picture: 'data:image/webp;base64,AAAA' }

test('only an address of ours has something to show, wherever it stands in the text', () => {
  expect(ownLinkIn(`Regarde : ${here}/post/${id}, elle est belle`, here)).toBe(`/post/${id}`)
  expect(ownLinkIn(`https://ailleurs.test/post/${id} puis ${here}/workflow/${id}?run=1`, here)).toBe(`/workflow/${id}`)
  for (const other of [`${here}/post/nothing`, `${here}.ailleurs.test/post/${id}`, `${here}/settings`, 'bonjour'])
    expect(ownLinkIn(other, here)).toBeNull()
})

test('what is sealed is opened as it was; a picture that is too heavy stays behind', () => {
  expect(openPreview(sealPreview(preview))).toEqual(preview)
  const heavy = { ...preview, picture: `data:image/webp;base64,${'A'.repeat(20_000)}` }
  expect(openPreview(sealPreview(heavy))).toEqual({ ...preview, picture: null })
})

test('a member who writes something else into it is not believed', () => {
  const sealed = sealPreview(preview)
  const wrong = [
    null,
    'text',
    { ...sealed, p: '//ailleurs.test' },
    { ...sealed, p: `https://ailleurs.test/post/${id}` },
    { ...sealed, i: 'https://ailleurs.test/pixel.gif' },
    { ...sealed, i: 'data:image/svg+xml;base64,AAAA' },
    { ...sealed, t: '' },
    { ...sealed, t: 'x'.repeat(121) },
  ]
  for (const given of wrong) expect(openPreview(given)).toBeNull()
})
