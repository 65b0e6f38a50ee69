/** French around a name that one learns only when it is shown. */

const vowel = /^[aeiouœæ]/u
const beforeConsonant = /^y[^aeiouy]/u

/** « de Kossi », « d’Awa », « d’Yves » and « de Yao ». */
export function de(who: string): string {
  const plain = who.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return vowel.test(plain) || beforeConsonant.test(plain) ? `d’${who}` : `de ${who}`
}
