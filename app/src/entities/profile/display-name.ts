/** The name shown for a person (spec §3); the database computes the same into `display_name`. */
export interface Nameable {
  id: string
  first_name?: string | null
  last_name?: string | null
  username?: string | null
}

/** Full name, else username, else 'Utilisateur' and the last 4 characters of the id; an address is no name. */
export function displayName(person: Nameable): string {
  const fullName = [person.first_name, person.last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
  return fullName || person.username || `Utilisateur${person.id.slice(-4)}`
}

/** What somebody has called themselves, without what stands in for it; empty where they have not. */
export function givenName(person: Pick<Nameable, 'first_name' | 'last_name'> & { chosen_name: string | null }): string {
  return person.chosen_name ?? [person.first_name, person.last_name].filter(Boolean).join(' ')
}
