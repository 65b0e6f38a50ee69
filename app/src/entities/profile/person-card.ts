/** Somebody in a list. */
export interface PersonCard {
  id: string
  username: string | null
  display_name: string
  avatar_url: string | null
}

/** Where their name leads: the username when there is one, else the id. */
export function handleOf({ id, username }: Pick<PersonCard, 'id' | 'username'>): string {
  return username ?? id
}

/** « @awa », or the name where there is none to call by. */
export function calledBy({ username, display_name: name }: Pick<PersonCard, 'username' | 'display_name'>): string {
  return username ? `@${username}` : name
}
