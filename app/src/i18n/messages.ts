/** Messages that each screen carries for itself, French first, English checked against it by the compiler. */
import { getLanguage, type Language } from './language.ts'
import { useLanguage } from './use-language.ts'

type Message = string | ((...facts: never[]) => string)
type Dictionary = Record<string, Message>
type Same<Fr extends Dictionary> = {
  [Key in keyof Fr]: Fr[Key] extends (...facts: infer Facts) => string ? (...facts: Facts) => string : string
}

export interface Messages<Fr extends Dictionary> {
  readonly fr: Same<Fr>
  readonly en: Same<Fr>
}

/**
 * French strings get their typographic spaces here; those named in `verbatim` are the specification's own and stay
 * byte for byte.
 */
export function defineMessages<const Fr extends Dictionary>(definition: {
  fr: Fr
  en: Same<NoInfer<Fr>>
  verbatim?: readonly (keyof NoInfer<Fr>)[]
}): Messages<Fr> {
  const verbatim = new Set<PropertyKey>(definition.verbatim)
  const french = Object.entries(definition.fr).map(([key, message]) => [
    key,
    verbatim.has(key) ? message : withSpaces(message),
  ])
  // A key that French lacks at run time falls back to English (spec §9).
  return { fr: { ...definition.en, ...Object.fromEntries(french) }, en: definition.en }
}

/** The messages of the current language; the component renders again when it changes. */
export function useMessages<Fr extends Dictionary>(messages: Messages<Fr>): Same<Fr> {
  return messages[useLanguage()]
}

/** The same outside React (mutations, loaders). */
export function currentMessages<Fr extends Dictionary>(messages: Messages<Fr>): Same<Fr> {
  return messages[getLanguage()]
}

const numbers: Partial<Record<Language, Intl.NumberFormat>> = {}

/** Chooses a form by the language's rule: in French 0 and 1 are singular. `#` stands for the number. */
export function plural(count: number, forms: { one: string; other: string }): string {
  // Intl.PluralRules says the same (messages.test.ts), after ten milliseconds of a phone's first page.
  const isOne = getLanguage() === 'fr' ? Math.abs(count) < 2 : Math.abs(count) === 1
  return (isOne ? forms.one : forms.other).replace('#', written(count))
}

/** A number as the language writes it: below a thousand, a whole one is its figures. */
export function written(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value)
  const language = getLanguage()
  return (numbers[language] ??= new Intl.NumberFormat(language)).format(value)
}

/** No-break spaces of French typography. U+00A0 throughout: neither of our fonts draws U+202F. */
export function frenchSpaces(text: string): string {
  return text
    .replaceAll(/\s+([;:!?»%])/gu, '\u00a0$1')
    .replaceAll(/«\s+/gu, '«\u00a0')
    .replaceAll('\u202f', '\u00a0')
}

function withSpaces(message: Message): Message {
  if (typeof message === 'string') return frenchSpaces(message)
  return (...facts: never[]) => frenchSpaces(message(...facts))
}
