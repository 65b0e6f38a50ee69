/** A prompt as the rules read it: without accents, disguises and gaps, word by word, each with the words it came from. */

export interface ReadWord {
  /** Letters a–z and digits only. */
  readonly text: string
  /** As the person wrote it. */
  readonly written: string
  /** As they sound to a reader of disguises: `s3xe` is `sexe`, `n.u.e` is `nue`. */
  readonly bare: string
}

/** Look-alikes of other scripts, by which a word would slip through. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a', в: 'b', е: 'e', к: 'k', м: 'm', н: 'h', о: 'o', р: 'p', с: 'c', т: 't', у: 'y', х: 'x', і: 'i', ѕ: 's', ј: 'j',
  α: 'a', β: 'b', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x',
  œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd',
} // prettier-ignore

const leet: Readonly<Record<string, string>> = {
  0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b', '@': 'a', $: 's', '!': 'i', '€': 'e', '|': 'i', '+': 't',
} // prettier-ignore

const gaps = String.raw`._\-*/\\·`
const letter = String.raw`[\p{L}\p{N}@$!€]\p{M}*`
const token = /[\p{L}\p{N}\p{M}\p{Cf}@$!€|+*]+/gu
const spelled = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${letter}(?:[${gaps}]+|[ ]+)){2,}${letter}(?![\p{L}\p{N}])`,
  'gu',
)

export function readWords(text: string): readonly ReadWord[] {
  const written = text.normalize('NFC')
  return [...[...written.matchAll(token)].map(([word]) => toWord(word)), ...spelledOut(written)]
}

/** NFKD takes full-width and mathematical letters apart, too; invisible characters between letters go. */
function fold(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
  return plain.replace(/\p{L}/gu, (one) => lookAlikes[one] ?? one)
}

function toWord(written: string): ReadWord {
  const folded = fold(written)
  const text = folded.replace(/[^a-z0-9]/g, '')
  const isDisguised = /[a-z]/.test(folded) && /[0-9@$!€|+*]/.test(folded)
  return { text, written, bare: isDisguised ? undisguise(folded) : text }
}

function undisguise(written: string): string {
  // NOTE: a mark at the end ends a sentence, and is no letter: `nue!` is `nue`.
  return written
    .replace(/[!|+*]+$/, '')
    .replace(/./gu, (character) => leet[character] ?? character)
    .replace(/[^a-z]/g, '')
}

/** `n u e`, `n.u.e`, `n-u-e`: four letters or more that stand alone; three only where marks stand between. */
function spelledOut(text: string): ReadWord[] {
  return [...text.matchAll(spelled)]
    .map(([written]) => ({ written, letters: written.replace(/[\s._\-*/\\·]/gu, '') }))
    .filter(({ written, letters }) => letters.length >= 4 || !written.includes(' '))
    .map(({ written, letters }) => {
      const bare = undisguise(fold(letters))
      return { text: bare, written, bare }
    })
}
