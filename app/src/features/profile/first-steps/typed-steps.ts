/** What somebody has typed in their first steps, kept on the device until it is saved. */
import { readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { givenName } from '#entities/profile/display-name.ts'
import type { Profile } from '#entities/profile/profile-queries.ts'

const entry = 'first-steps'

export interface TypedSteps {
  name: string
  /** `null` as long as the proposed one will do. */
  username: string | null
}

export function readTyped(profile: Profile): TypedSteps {
  try {
    return JSON.parse(readPrivate(entry)) as TypedSteps
  } catch {
    return { name: givenName(profile), username: profile.username }
  }
}

/** `null`: it is saved. */
export function keepTyped(typed: TypedSteps | null): void {
  writePrivate(entry, typed ? JSON.stringify(typed) : '')
}
