import { expect, test } from 'vitest'

import { begin, change, redo, undo } from './history.ts'

test('what was undone can be done again, until something else is done', () => {
  const three = change(change(begin('a'), 'b'), 'c')
  expect(undo(undo(three)).present).toBe('a')
  expect(undo(undo(undo(three))).present).toBe('a')
  expect(redo(redo(undo(undo(three)))).present).toBe('c')
  expect(redo(change(undo(three), 'd')).present).toBe('d')
})

test('typing in one field is one thing; another field is another', () => {
  const typed = ['t', 'ti', 'tit'].reduce((history, text) => change(history, text, 'title'), begin(''))
  expect(undo(typed).present).toBe('')
  expect(undo(change(typed, 'elsewhere', 'summary')).present).toBe('tit')
  expect(undo(change(redo(undo(typed)), 'title', 'title')).present).toBe('tit')
})
