import { expect, test } from 'vitest'

import { placeWords, standingOf } from './places.ts'
import { serviceMessages } from './service.i18n.ts'

test.each([
  [{ state: 'open', free: 2, waiting: 0 }, 'free', '2 places libres'],
  [{ state: 'open', free: 1, waiting: 4 }, 'free', '1 place libre'],
  [{ state: 'open', free: 0, waiting: 0 }, 'full', 'Liste d’attente'],
  [{ state: 'waitlist', free: 2, waiting: 3 }, 'full', 'Liste d’attente\u00a0: 3'],
  [{ state: 'closed', free: 2, waiting: 3 }, 'closed', 'Fermé'],
] as const)('%j stands as %s: %s', (service, standing, words) => {
  expect(standingOf(service)).toBe(standing)
  expect(placeWords(serviceMessages.fr, service)).toBe(words)
})
