import { expect, it } from 'vitest'

import { pickedOf, toggled, withChosen } from './showcase-sheet.ts'

const newest = [{ id: 'new' }, { id: 'both' }]
const chosen = [{ id: 'both' }, { id: 'old' }]

const items = withChosen(['old', 'both', 'gone'], newest, chosen)

it('what was chosen before stands first and once, in its order', () => {
  expect(items.map(({ id }) => id)).toEqual(['old', 'both', 'new'])
})

it('what is gone is not picked any more; the order stays that of choosing', () => {
  expect(pickedOf(['old', 'gone', 'new'], items)).toEqual(['old', 'new'])
  expect(toggled(['old', 'new'], 'both')).toEqual(['old', 'new', 'both'])
  expect(toggled(['old', 'new'], 'old')).toEqual(['new'])
})
