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
