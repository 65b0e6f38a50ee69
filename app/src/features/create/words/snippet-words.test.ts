import { expect, it } from 'vitest'

import { appended, snippetAt, withSnippet } from './snippet-words.ts'

it('a name is written from the # on, and not inside a word', () => {
  expect(snippetAt('Portrait de #Awa', 16)).toEqual({ start: 12, query: 'awa' })
  expect(snippetAt('#', 1)).toEqual({ start: 0, query: '' })
  expect(snippetAt('rue#12', 6)).toBeNull()
  expect(snippetAt('Portrait de #awa au marché', 26)).toBeNull()
})

it('its words stand in its place, between what stood around it', () => {
  const text = 'Portrait de #aw au marché'
  const draft = snippetAt(text, 15)
  expect(draft && withSnippet(text, draft, 'Awa, tresses')).toEqual({
    text: 'Portrait de Awa, tresses au marché',
    caret: 24,
  })
})

it('words are put behind others with the comma that is missing', () => {
  expect(appended('', 'tresses')).toBe('tresses')
  expect(appended('Awa ', 'tresses')).toBe('Awa, tresses')
  expect(appended('Awa,', 'tresses')).toBe('Awa, tresses')
})
