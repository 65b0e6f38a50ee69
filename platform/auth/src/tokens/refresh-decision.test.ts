import { describe, expect, it } from 'vitest'

import type { RefreshState } from '../store/sessions.ts'
import { decideRefresh } from './refresh-decision.ts'

interface Case {
  readonly isBanned?: boolean
  readonly isSessionOver?: boolean
  readonly isRevoked?: boolean
  readonly seconds?: number
  readonly active?: RefreshState['active']
}

function decide({ isBanned = false, isSessionOver = false, isRevoked = true, seconds = 5, active = null }: Case) {
  const token = { isRevoked, secondsSinceUpdate: seconds }
  return decideRefresh('mine', { isBanned, isSessionOver, token, active } as RefreshState, 10)
}

const stranger = { token: 'c', parent: 'b' }

describe('a refresh token', () => {
  it.each<[string, Case, object]>([
    ['that is fresh is rotated', { isRevoked: false, active: { token: 'mine', parent: null } }, { kind: 'rotate' }],
    ['that is fresh and very old is rotated', { isRevoked: false, seconds: 1e6 }, { kind: 'rotate' }],
    [
      'of a banned person is refused first',
      { isBanned: true, isSessionOver: true, isRevoked: false },
      { kind: 'banned' },
    ],
    ['of a session that is over is refused', { isSessionOver: true, isRevoked: false }, { kind: 'over' }],
    [
      'whose child is unused gives that child',
      { active: { token: 'c', parent: 'mine' }, seconds: 1e6 },
      { kind: 'repeat', token: 'c' },
    ],
    ['used ten seconds ago is rotated again', { active: stranger, seconds: 10 }, { kind: 'rotate' }],
    ['used longer ago ends the family', { active: stranger, seconds: 10.1 }, { kind: 'reused' }],
    ['of an ended family stays ended', { active: null, seconds: 0 }, { kind: 'reused' }],
  ])('%s', (_name, state, decision) => {
    expect(decide(state)).toEqual(decision)
  })
})
