import { expect, test } from 'vitest'

import { proposeUsername } from './propose-username.ts'

test.each([
  ['Awa Sanogo', 'awa.sanogo'],
  ['Aïssatou N’Diaye Sy', 'aissatou.ndiaye.sy'],
  ["  Yao   N'Guessan ", 'yao.nguessan'],
  ['Jean-Baptiste', 'jean.baptiste'],
  ['Maximilien de Saint-Exupéry du Bois', 'maximilien.de.saint'],
  ['Kofi Mensah-Agbodjan de la Grande Lagune', 'kofi.mensah.agbodjan'],
  ['Rakotomalalandrianampoinimerina', 'rakotomalalandrianampoini'],
  ['李小龙', ''],
  ['', ''],
])('« %s » is proposed as %s', (name, username) => {
  expect(proposeUsername(name)).toBe(username)
})
