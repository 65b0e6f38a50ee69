import { expect, test } from 'vitest'

import { toLink } from './profile-links.ts'

test.each([
  ['exemple.bj', 'https://exemple.bj/'],
  [' https://exemple.bj/a?b=1 ', 'https://exemple.bj/a?b=1'],
  ['https://élan.bj', 'https://xn--lan-9la.bj/'],
])('%s leads to %s', (url, address) => {
  expect(toLink({ label: ' Mon site ', url })).toEqual({ label: 'Mon site', url: address })
})

test.each([
  '',
  'http://exemple.bj',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://banque@mechant.bj',
  'https://localhost',
  'deux mots',
])('« %s » is no address for a profile', (url) => {
  expect(toLink({ label: 'x', url })).toBeNull()
})

test('without a name, the host is the name', () => {
  expect(toLink({ label: '', url: 'exemple.bj' })?.label).toBe('exemple.bj')
})
