/** Whether this device has noted that somebody stopped below the top of the list: it will not begin with its first post. */
export function startsBelowTop(list: string): boolean {
  try {
    return [localStorage, sessionStorage].some((store) =>
      Object.keys(store).some(
        (key) => key.endsWith(`.place.${list}`) && !store.getItem(key)?.includes('"cursor":null'),
      ),
    )
  } catch {
    // A browser that keeps nothing.
    return false
  }
}
