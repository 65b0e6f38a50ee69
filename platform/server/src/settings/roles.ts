/** What one process of a system does. */

import { list, choice, type Form } from './reader.ts'

export const roleNames = ['all', 'web', 'realtime', 'worker', 'relay', 'migrate'] as const
export type Role = (typeof roleNames)[number]

export interface Duties {
  /** Pages, and the wires but realtime/v1, for people. */
  readonly serves: boolean
  /** realtime/v1. */
  readonly hasSockets: boolean
  /** What nobody asks for: schedules, sweeps, first contents, backups; and what was ordered. */
  readonly works: boolean
  /** The log of changes, read for all processes where they leave it to a relay. */
  readonly relays: boolean
}

/** Whoever does nothing but `migrate` ends when that is done. */
export const rolesForm: Form<readonly Role[]> = list(choice(roleNames), {
  expected: `one or more of ${roleNames.join(', ')}, with commas between them`,
})

export function dutiesOf(roles: readonly Role[]): Duties {
  const has = (role: Role) => roles.includes(role) || roles.includes('all')
  return { serves: has('web'), hasSockets: has('realtime'), works: has('worker'), relays: has('relay') }
}
