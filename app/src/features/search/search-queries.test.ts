import { expect, test } from 'vitest'

import { contains } from './search-queries.ts'

test('the text is looked for in every field', () => {
  expect(contains('baobab', ['prompt', 'hashtags'])).toBe('(prompt.ilike."*baobab*",hashtags.ilike."*baobab*")')
})

test('neither wildcards nor quotes of the text are read as such', () => {
  expect(contains('50%_*', ['bio'])).toBe(String.raw`(bio.ilike."*50\\%\\_*")`)
  expect(contains('a"),id.eq.(', ['bio'])).toBe(String.raw`(bio.ilike."*a\"),id.eq.(*")`)
})
