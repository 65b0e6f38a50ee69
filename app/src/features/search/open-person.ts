import { paths } from '#navigation/paths.ts'
import { navigate } from '#navigation/place.ts'

export type OpenPerson = (personId: string) => void

/** A person leads to their profile (spec §2). */
export function openProfile(personId: string): void {
  navigate({ to: paths.profile, params: { handle: personId } })
}
