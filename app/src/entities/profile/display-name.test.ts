import { expect, test } from 'vitest'

import { displayName } from './display-name.ts'

const id = '0190f000-0000-7000-8000-00000000a1b2'

test.each([
  [{ first_name: 'Awa', last_name: 'Sanogo', username: 'awa' }, 'Awa Sanogo'],
  [{ first_name: ' Awa ', last_name: null, username: 'awa' }, 'Awa'],
  [{ first_name: ' ', last_name: '', username: 'awa', email: 'a@b.bj' }, 'awa'],
  [{ username: null, email: 'kossi@exemple.bj' }, 'Utilisateura1b2'],
  [{}, 'Utilisateura1b2'],
])('%o is shown as %s', (person, name) => {
  expect(displayName({ id, ...person })).toBe(name)
})
