/** Which of the two languages a prompt is in, by its small words. */
import { englishWords, frenchWords } from './lexicon/sentence.ts'

export function isEnglish(tokens: readonly string[]): boolean {
  const count = (words: ReadonlySet<string>) => tokens.filter((token) => words.has(token)).length
  const [english, french] = [count(englishWords), count(frenchWords)]
  return english > french || (english === french && english === 0 && tokens[0] === 'a')
}

/** Not of a few words that say neither: « red chair ». */
export function isFrench(tokens: readonly string[]): boolean {
  return !isEnglish(tokens) && tokens.some((token) => frenchWords.has(token))
}
