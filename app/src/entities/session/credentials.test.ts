import { expect, test } from 'vitest'

import { exampleNumber, findProblems, parseLogin, splitName } from './credentials.ts'

test.each([
  [' Awa@Exemple.BJ ', { email: 'awa@exemple.bj' }],
  ['+229 01 97 00 00 00', { phone: '+2290197000000' }],
  ['00225 07.00.00-00 (00)', { phone: '+2250700000000' }],
])('%s is a login', (typed, login) => {
  expect(parseLogin(typed)).toEqual(login)
})

test.each([
  ['07 07 07 07 07', 'Africa/Abidjan', { phone: '+2250707070707' }],
  ['01 97 00 00 00', 'Africa/Porto-Novo', { phone: '+2290197000000' }],
  ['77 123 45 67', 'Africa/Dakar', { phone: '+221771234567' }],
  ['90 12 34 56', 'Africa/Lome', { phone: '+22890123456' }],
  ['+33 6 12 34 56 78', 'Africa/Abidjan', { phone: '+33612345678' }],
  ['90 12 34 56', 'Africa/Abidjan', null],
  ['07 07 07 07 07', 'Europe/Paris', null],
])('%s, typed where the clock is that of %s', (typed, timeZone, login) => {
  expect(parseLogin(typed, timeZone)).toEqual(login)
})

test.each([
  ['Africa/Porto-Novo', '+229 01 97 00 00 00'],
  ['Africa/Abidjan', '+225 07 00 00 00 00'],
  ['Africa/Conakry', '+224 620 00 00 00'],
])('where the clock is that of %s, a number looks like %s', (timeZone, example) => {
  expect(exampleNumber(timeZone)).toBe(example)
  const within = example.slice(example.indexOf(' '))
  expect(parseLogin(within, timeZone)).toEqual(parseLogin(example))
})

test('where nobody knows, no country is named', () => {
  expect(exampleNumber('Europe/Paris')).toBeNull()
})

test.each([
  ['', '', { identifier: 'fill', password: 'fill' }],
  ['  ', 'x', { identifier: 'fill' }],
  ['awa@exemple', 'x', { identifier: 'email' }],
  ['awa@exemple.', 'x', { identifier: 'email' }],
  ['awa', 'x', { identifier: 'email' }],
  ['97 00 00 00', 'x', { identifier: 'phone' }],
  ['+229', 'x', { identifier: 'phone' }],
  ['awa@exemple.bj', '', { password: 'fill' }],
  ['awa@exemple.bj', 'x', {}],
])('%j and %j: %o', (identifier, password, problems) => {
  expect(findProblems(identifier, password, false)).toEqual(problems)
})

test('a password is measured when it is chosen, by its characters, never when it is given again', () => {
  expect(findProblems('awa@exemple.bj', '🧵🧵🧵🧵abc', true)).toEqual({ password: 'short' })
  expect(findProblems('awa@exemple.bj', '🧵🧵🧵🧵abcd', true)).toEqual({})
  expect(findProblems('awa@exemple.bj', 'court', false)).toEqual({})
})

test.each([
  ['', {}],
  ['Awa', { first_name: 'Awa' }],
  ['  Awa  Diallo Sy ', { first_name: 'Awa', last_name: 'Diallo Sy' }],
])('the name %j is split into %o', (name, parts) => {
  expect(splitName(name)).toEqual(parts)
})
