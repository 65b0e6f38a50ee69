import { expect, test } from 'vitest'

import { proposeUsername } from './propose-username.ts'
import { usernameCases } from './username-cases.ts'

test.each(usernameCases)('« %s » is proposed as %s', (name, username) => {
  expect(proposeUsername(name)).toBe(username)
})
