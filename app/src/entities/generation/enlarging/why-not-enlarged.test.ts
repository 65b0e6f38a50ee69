import { expect, test } from 'vitest'

import { IntelligenceError } from '#entities/intelligence/intelligence-error.ts'

import { whyNotEnlarged } from './why-not-enlarged.ts'

test('what another try does not change is not said to be tried again', () => {
  const told = (code: string) => whyNotEnlarged(new IntelligenceError(403, JSON.stringify({ code, message: '' })))
  const again = 'Réessayez dans un instant.'
  expect(told('remix_not_allowed')).toBe('L’image d’où elle vient n’est plus ouverte au remix.')
  expect(told('reference_not_found')).toBe('Cette image n’est plus là.')
  expect(told('blocked')).toBe('Cette image a été retirée par la modération.')
  expect(told('account_suspended')).toBe('Votre compte ne peut pas créer d’images en ce moment.')
  expect([
    told('throttled'),
    whyNotEnlarged(new IntelligenceError(502, '<html>')),
    whyNotEnlarged(new TypeError()),
  ]).toEqual([again, again, again])
})
