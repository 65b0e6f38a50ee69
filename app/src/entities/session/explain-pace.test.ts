import { expect, test } from 'vitest'

import { DataError } from '#data/rest.ts'

import { explainPace } from './explain-pace.ts'

const refusal = (hint: string, details?: string) => new DataError('refused', { status: 429, hint, details })

test.each([
  ['likes', 'Vous avez donné beaucoup de «\u00A0J’aime\u00A0» en une heure.'],
  ['saves', 'Vous avez enregistré beaucoup de publications en une heure.'],
  ['hides', 'Vous avez masqué beaucoup de publications en une heure.'],
  ['blocks', 'Vous avez bloqué beaucoup de personnes en une heure.'],
  ['posts', 'Vous avez publié beaucoup d’images en une heure.'],
  ['edits', 'Vous avez modifié beaucoup de publications en une heure.'],
  ['follows', 'Vous avez suivi beaucoup de monde en une heure.'],
  ['privacy_changes', 'Votre compte a souvent changé entre privé et public depuis une heure.'],
])('too many %s: what it was, and how long it lasts', (kind, sentence) => {
  expect(explainPace(refusal(`too_many_${kind}`, '61'))).toBe(`${sentence} Réessayez dans 2 min.`)
  expect(explainPace(refusal(`too_many_${kind}`))).toBe(`${sentence} Réessayez plus tard.`)
})

test.each([refusal('too_many_pins'), refusal('later'), refusal('in'), new TypeError('Failed to fetch')])(
  'any other failure is for others to explain',
  (error) => {
    expect(explainPace(error)).toBeNull()
  },
)
