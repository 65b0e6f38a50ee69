// The words to be written on a poster, a card, a sign or a logo: in quotes, after « nom », or the title of an event.

export interface Lettering {
  /** As typed, in the order of the text. */
  readonly text: string
  /** Where it stands in the prompt, with its quotes and what announces it. */
  readonly start: number
  readonly end: number
  /** Written and not drawn; what an event is about may be both. */
  readonly isName: boolean
}

/** Of one prompt; each of at most LONGEST_LETTERING characters. */
const MOST_LETTERINGS = 2
const LONGEST_LETTERING = 60

const SAYS =
  /(?:nom|nommée?|appelée?|intitulée?|titre|slogan|texte|écrite?|inscription|named|called|titled|title|text)\s*:?\s+/u
    .source
const QUOTED = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${SAYS})?[«“„"]\s*(?<said>[^«»“”„"\n]{1,80}?)\s*[»”"]`, 'giu')
const NAMED = new RegExp(String.raw`(?<![\p{L}\p{N}])${SAYS}(?<said>\p{Lu}[^,.;:!?\n«»“”"]*)`, 'gu')
/** « salon Chez Mariam » */
const HOUSE = /(?<![\p{L}\p{N}])(?<said>[Cc]hez\s+\p{Lu}[\p{L}\p{N}'’-]*(?:\s+\p{Lu}[\p{L}\p{N}'’-]*)*)/gu
const EVENT =
  /\b(?:affiche|poster|flyer|invitation|banni[eè]re|pancarte|prospectus|d[eé]pliant)s?\s+(?:pour|de|du|d['’]|des|à|au|for|of)?\s*(?:une?|le|la|les|l['’]|mon|ma|notre|nos|the|my|our|a)?\s*(?<said>(?:tournoi|concert|f[eê]te|festival|soir[ée]e|kermesse|promo|promotion|soldes|vente|ouverture|inauguration|conf[eé]rence|formation|atelier|mariage|bapt[eê]me|anniversaire|match|gala|foire|tombola|concours|[ée]lection|tournament|party|sale|wedding)(?![\p{L}\p{N}])[^,.;:!?\n]*)/giu
/** « promo ramadan : dattes, lait, affiche verte » */
const OPENING =
  /^\s*(?<said>(?:tournoi|concert|f[eê]te|festival|soir[ée]e|kermesse|promo|promotion|soldes|vente|ouverture|inauguration|tombola|concours|party|sale)(?![\p{L}\p{N}])[^,.;:!?\n]*)/giu
/** « affiche VIDE-GRENIER dimanche 12 mai »: what is typed in capitals is what it says, and the day with it. */
const LOUD = /(?<![\p{L}\p{N}])(?<said>\p{Lu}{4,}(?:[-’' ]\p{Lu}{2,})*)(?![\p{L}\p{N}])/gu
const DAY =
  /(?<![\p{L}\p{N}])(?<said>(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\s+)\d{1,2}(?:er)?\s+(?:janvier|f[eé]vrier|mars|avril|mai|juin|juillet|ao[uû]t|septembre|octobre|novembre|d[eé]cembre)(?:\s+\d{4})?)/giu
/** What does not belong to a name or a title any more. */
const AFTER =
  /\s+(?:avec|sur|dans|with|in|on|en|style|où|qui|(?:et|and)\s+(?:une?|des|du|les?|la|an?|the))(?![\p{L}\p{N}]).*$/iu

/** What a card says where nobody says it. */
const GREETINGS: readonly (readonly [RegExp, string])[] = [
  [/\bcarte d['’ ]?anniversaire/iu, 'Joyeux anniversaire'],
  [/\bcarte (?:de )?no[eë]l/iu, 'Joyeux Noël'],
  [/\bcarte (?:de )?tabaski/iu, 'Bonne fête de Tabaski'],
  [/\bcarte (?:de )?korit[eé]/iu, 'Bonne fête de Korité'],
  [/\bcarte (?:de )?ramadan/iu, 'Bon Ramadan'],
  [/\bcarte (?:de )?v(?:œ|oe)ux/iu, 'Meilleurs vœux'],
  [/\bcarte (?:de )?remerciement/iu, 'Merci'],
]

const REFUSED =
  /(?<![\p{L}\p{N}])(?:textes?|lettres?|lettrage|[ée]critures?|mots|text|letters|lettering|words)(?![\p{L}\p{N}])/iu
const WITHOUT =
  /(?<![\p{L}\p{N}])(?:sans|without|no)\s+(?:aucun |aucune |any )?(?:textes?|lettres?|[ée]critures?|mots|text|letters|lettering|words)(?![\p{L}\p{N}])/iu

/** Of a prompt for something that carries words, unless words are what it shall not have. */
export function findLetterings(prompt: string, negativePrompt: string): readonly Lettering[] {
  if (REFUSED.test(negativePrompt) || WITHOUT.test(prompt)) return []
  const quoted = found(prompt, QUOTED, true)
  if (quoted.length > 0) return quoted
  const named = found(prompt, NAMED, true)
  if (named.length > 0) return named
  const house = found(prompt, HOUSE, true)
  if (house.length > 0) return house
  const titled = [...found(prompt, EVENT, false), ...found(prompt, OPENING, false)]
  if (titled.length > 0) return titled
  const loud = [...found(prompt, LOUD, true), ...found(prompt, DAY, true)]
  if (loud.length > 0) return loud
  const greeting = GREETINGS.find(([card]) => card.test(prompt))
  return greeting ? [{ text: greeting[1], start: 0, end: 0, isName: false }] : []
}

function found(prompt: string, pattern: RegExp, isName: boolean): Lettering[] {
  const all = [...prompt.matchAll(pattern)].map(({ 0: whole, index, groups }) => {
    const said = groups!['said']!
    const text = shortened(pattern === QUOTED ? said : said.replace(AFTER, '')).trim()
    const begin = index + whole.indexOf(said)
    const end = pattern === QUOTED ? index + whole.length : begin + text.length
    return { text, start: isName ? index : begin, end, isName }
  })
  return all.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).slice(0, MOST_LETTERINGS)
}

/** At the end of a word. */
function shortened(text: string): string {
  if (text.length <= LONGEST_LETTERING) return text
  const cut = text.slice(0, LONGEST_LETTERING + 1)
  const end = cut.lastIndexOf(' ')
  return cut.slice(0, end > 0 ? end : LONGEST_LETTERING)
}

/** The prompt with a pause in the place of each name. All other places stay as they were. */
export function withoutNames(prompt: string, letterings: readonly Lettering[]): string {
  return letterings
    .filter(({ isName }) => isName)
    .reduce((text, { start, end }) => text.slice(0, start) + ','.padEnd(end - start) + text.slice(end), prompt)
}
