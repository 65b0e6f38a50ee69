/** The name shown for a person (spec §3); the database computes the same into `display_name`. */
export interface Nameable {
  id: string
  first_name?: string | null
  last_name?: string | null
  username?: string | null
  email?: string | null
}

/** Full name, else username, else the e-mail before @, else 'Utilisateur' and the last 4 characters of the id. */
export function displayName(person: Nameable): string {
  const fullName = [person.first_name, person.last_name]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
  return fullName || person.username || person.email?.split('@')[0] || `Utilisateur${person.id.slice(-4)}`
}
