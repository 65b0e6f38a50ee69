import { expect, test } from 'vitest'

import { writeMessages } from './write.i18n.ts'

test('a group of nobody is not offered', () => {
  expect(writeMessages.fr.create(0)).toBe('Choisissez des personnes')
  expect(writeMessages.fr.create(2)).toBe('Créer avec 2 personnes')
})
