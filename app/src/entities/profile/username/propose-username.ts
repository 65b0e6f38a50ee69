/** What a name would be as a username; the database makes the same of it (`app.username_from`). */
const longest = 25

/** « Awa N’Diaye » → `awa.ndiaye`. It may be too short, reserved or taken. */
export function proposeUsername(name: string): string {
  const letters = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/gu, '.')
  return trim(trim(letters).slice(0, longest))
}

const trim = (text: string) => text.replaceAll(/^\.+|\.+$/gu, '')
