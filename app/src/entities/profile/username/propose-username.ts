/** What a name would be as a username; the database makes the same of it (`app.username_from`). */
const longest = 25
/** Letters of their own, which no accent makes. */
const spelled: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' }

/** « Awa N’Diaye » → `awa.ndiaye`. It may be too short, reserved or taken. */
export function proposeUsername(name: string): string {
  const letters = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[œæßøłđ]/gu, (letter) => spelled[letter] ?? '')
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^a-z0-9]+/gu, '.')
  return wholeWords(trim(letters))
}

/** A word that does not fit is left out, and what led to it: `kofi.mensah`, never `kofi.mensah.de.l`. */
function wholeWords(words: string): string {
  if (words.length <= longest) return words
  const end = words.lastIndexOf('.', longest)
  return end < 0 ? words.slice(0, longest) : words.slice(0, end).replace(/(?:\.(?:de|du|des|d|la|le|les|l))+$/u, '')
}

const trim = (text: string) => text.replaceAll(/^\.+|\.+$/gu, '')
