import type { Session } from '@supabase/supabase-js'
import { expect, test } from 'vitest'

import { awaitsSecondFactor } from './second-factor.ts'

function sessionOf(aal: string, factors: readonly string[] | undefined): Session {
  const claims = Buffer.from(JSON.stringify({ aal, name: 'Ébrié ÿ?>' })).toString('base64url')
  const user = factors && { factors: factors.map((status) => ({ status })) }
  return { access_token: `e30.${claims}.s`, user: user ?? {} } as unknown as Session
}

test.each([
  ['aal1', undefined, false],
  ['aal1', [], false],
  ['aal1', ['unverified'], false],
  ['aal1', ['unverified', 'verified'], true],
  ['aal2', ['verified'], false],
])('%s with factors %o: %s', (aal, factors, awaits) => {
  expect(awaitsSecondFactor(sessionOf(aal, factors))).toBe(awaits)
})
