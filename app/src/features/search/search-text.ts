/** What somebody writes in the search box: words, and operators (`de:awa sans:nuit`) that narrow what is found. */

export const operatorNames = ['de', 'depuis', 'jusqu’au', 'mode', 'langue', 'sans'] as const

export type OperatorName = (typeof operatorNames)[number]

export interface Operator {
  name: OperatorName
  value: string
  /** As it stands in the text. */
  written: string
}

export interface Asked {
  /** The words, without operators. Blank text searches nothing (spec §5). */
  text: string
  operators: Operator[]
}

/** Arguments of `search_posts` besides the text. */
export interface PostFilter {
  by_person?: string
  since?: string
  until?: string
  mode?: string
  /** A code, or `*` for any. */
  lang?: string
  without?: string[]
}

export const modes = ['normal', 'enhanced', 'cortexia'] as const

// In English as in French; an apostrophe may be straight, curved or left out.
const spellings: Record<string, OperatorName> = {
  de: 'de',
  from: 'de',
  depuis: 'depuis',
  since: 'depuis',
  'jusqu’au': 'jusqu’au',
  jusquau: 'jusqu’au',
  until: 'jusqu’au',
  mode: 'mode',
  langue: 'langue',
  lang: 'langue',
  language: 'langue',
  sans: 'sans',
  without: 'sans',
}

const written = /(?<![^\s])([a-z’']+):("[^"]*"|[^\s"]+)/giu

/** Only what can be meant as an operator is one: `mode:bleu` and `depuis:hier` stay words. */
export function readSearch(typed: string): Asked {
  const operators: Operator[] = []
  const text = typed.replaceAll(written, (whole: string, word: string, given: string) => {
    const name = spellings[word.toLowerCase().replace("'", '’')]
    const value = name && readValue(name, given.replaceAll('"', '').trim())
    if (!name || !value) return whole
    operators.push({ name, value, written: whole })
    return ''
  })
  return { text: text.replaceAll(/\s+/gu, ' ').trim(), operators }
}

function readValue(name: OperatorName, given: string): string | null {
  if (name === 'depuis' || name === 'jusqu’au') return readDay(given)
  if (name === 'mode') return modes.find((mode) => mode === given.toLowerCase()) ?? null
  if (name === 'langue') return readLanguage(given.toLowerCase())
  return (name === 'de' ? given.replace(/^@/u, '').toLowerCase() : given) || null
}

/** A code of two or three letters; `toutes` is any. */
function readLanguage(given: string): string | null {
  if (['toutes', 'all', '*'].includes(given)) return '*'
  return /^[a-z]{2,3}$/u.test(given) ? given : null
}

/** `2026-06-01` or `1/6/2026`, as `2026-06-01`. */
function readDay(given: string): string | null {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/u.exec(given) ?? []
  const iso = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : given
  const date = new Date(`${iso}T00:00:00Z`)
  const isDay = /^\d{4}-\d{2}-\d{2}$/u.test(iso) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso)
  return isDay ? iso : null
}

/** The last operator of a name counts, but every « sans » does. Days are those of the person: the last one is included. */
export function filterOf(operators: readonly Operator[]): PostFilter {
  const last = (name: OperatorName) => operators.findLast((operator) => operator.name === name)?.value
  const [person, from, to, mode] = [last('de'), last('depuis'), last('jusqu’au'), last('mode')]
  const lang = last('langue')
  const without = operators.filter(({ name }) => name === 'sans').map(({ value }) => value)
  return {
    ...(person && { by_person: person }),
    ...(from && { since: localDay(from).toISOString() }),
    ...(to && { until: localDay(to, 1).toISOString() }),
    ...(mode && { mode }),
    ...(lang && { lang }),
    ...(without.length > 0 && { without: without.slice(0, 10) }),
  }
}

function localDay(iso: string, daysLater = 0): Date {
  const [year = 0, month = 1, day = 1] = iso.split('-').map(Number)
  return new Date(year, month - 1, day + daysLater)
}

/** Writes an operator for the person; of a name that counts once, the new one takes the place of the old. */
export function withOperator(typed: string, name: OperatorName, value: string): string {
  const others = name === 'sans' ? [] : readSearch(typed).operators.filter((operator) => operator.name === name)
  const rest = others.reduce((left, operator) => withoutOperator(left, operator), typed).trim()
  return `${rest === '' ? '' : `${rest} `}${name}:${/\s/u.test(value) ? `"${value}"` : value}`
}

export function withoutOperator(typed: string, operator: Operator): string {
  return typed.replace(operator.written, '').replaceAll(/\s+/gu, ' ').trim()
}

/** Text as the database compares it: without accents and case. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('’', "'")
}

/** A text in pieces, every second of which is what was searched for. */
export function highlight(text: string, words: string): string[] {
  const wanted = fold(words.replace(/^[#@]/u, '').replaceAll(/\s+/gu, ' ').trim())
  if (wanted === '') return [text]
  // Folding may lengthen a letter (œ): each folded unit remembers the letter that it comes from.
  const letters = text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
  const folded = letters.map((letter) => (/\s/u.test(letter) ? ' ' : fold(letter)))
  const origin = folded.flatMap(({ length }, index) => Array.from({ length }, () => index))
  const units = folded.join('')
  const pieces: string[] = []
  let from = 0
  for (let at = units.indexOf(wanted); at >= 0; at = units.indexOf(wanted, at + wanted.length)) {
    const start = origin[at] ?? 0
    const end = (origin[at + wanted.length - 1] ?? start) + 1
    if (start < from) continue
    pieces.push(letters.slice(from, start).join(''), letters.slice(start, end).join(''))
    from = end
  }
  return [...pieces, letters.slice(from).join('')]
}

/** Whether a name, or a word of it, begins with what is searched for. */
export function startsLike(name: string, words: string): boolean {
  const wanted = fold(words.replace(/^@/u, '').trim())
  return wanted.length > 1 && ` ${fold(name)}`.includes(` ${wanted}`)
}

/** Whether a text begins so, of two letters or more. */
export function beginsLike(text: string, words: string): boolean {
  const wanted = fold(words.trim())
  return wanted.length > 1 && fold(text).startsWith(wanted)
}

/** What to try where nothing was found: the longest of several words. */
export function nearby(words: string): string | null {
  const parts = words.split(/\s+/u).filter((part) => part.length > 2)
  return parts.length < 2 ? null : (parts.toSorted((a, b) => b.length - a.length)[0] ?? null)
}
