/**
 * Whether a description is in a language that the built-in engine does not read, told by its script, or by the small and
 * frequent words of some languages. Where nothing is clearly ahead of French and English nothing is said: a notice that
 * is missing costs less than one that is wrong.
 */

const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ['ar', /\p{Script=Arabic}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['am', /\p{Script=Ethiopic}/gu],
  ['nqo', /\p{Script=Nko}/gu],
]
const letter = /\p{L}/gu

/** What the engine reads stands among them, to be ahead. Without accents. */
const marks: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: setOf(`le la les l d un une des du de et est dans avec sur sous pour sans qui que qu au aux en ce cette ces son sa
    ses entre vers chez par plus il elle mon ma deux trois femme homme fille garcon chat chien enfant nuit mer ville ciel`),
  en: setOf(`the a an of and is in with on under over for at to from by without this that his her its my two three woman
    man girl boy cat dog child night sea city sky`),
  es: setOf(`el los las del y con una un para por sin que su al sobre bajo entre junto dos tres mujer hombre nina nino
    perro gato noche cielo ciudad playa mar luz calle casa vieja viejo pequeno blanco negro rojo azul flores pajaro
    caballo atardecer mercado`),
  pt: setOf(`o os as um uma do da dos das no na nos nas em com para por sem que seu sua ao sobre entre dois duas tres
    mulher homem menina menino cao cachorro gato noite ceu cidade praia mar luz rua casa velha velho branco preto vermelho
    azul flores passaro cavalo mercado`),
  it: setOf(`il lo gli i una uno di del della dei delle nel nella con per che sul sulla tra due tre donna uomo bambina
    bambino ragazza cane gatto notte cielo citta spiaggia mare luce strada casa vecchia vecchio bianco nero rosso azzurro
    fiori uccello cavallo tramonto mercato`),
  de: setOf(`der die das ein eine einen einem einer und ist mit auf von zu den dem im am unter uber zwei drei frau mann
    madchen junge hund katze nacht himmel stadt strand meer licht strasse haus alte alter weiss schwarz rot blau blumen
    vogel pferd markt`),
  nl: setOf(`de het een en van met op in onder voor naar bij twee drie vrouw man meisje jongen hond kat nacht hemel stad
    strand zee licht straat huis oude witte zwarte rode blauwe bloemen vogel paard markt`),
  wo: setOf(`ak ci bi gi mi si yi ñi ki li ñu mu nga dafa lañu benn ñaar ñett jigeen goor xale xaj muus guddi geej asamaan
    ker jant waxtaan rafet weex nuul xonq marse gaal ngoon guy dem toog nekk`),
  sw: setOf(`ya wa na kwa katika ni za cha la yenye mwenye wawili watatu mwanamke mwanaume msichana mvulana mtoto mbwa paka
    usiku anga mji pwani bahari mwanga nyumba mzee nyeupe nyeusi nyekundu maua ndege farasi soko jua`),
  ha: setOf(`da a ta ya na mai masu cikin akan kuma biyu uku mace mutum yarinya yaro kare kyanwa dare sama gari bakin ruwa
    gida tsohuwa tsoho fari baki ja furanni tsuntsu doki kasuwa rana`),
}
const read: ReadonlySet<string> = new Set(['fr', 'en'])
/** One word is a name, or borrowed. */
const leastWords = 2

/** As its ISO 639 code; null for French, English, and what cannot be told. */
export function foreignLanguageOf(text: string): string | null {
  return byScript(text) ?? byWords(text)
}

function byScript(text: string): string | null {
  const letters = text.match(letter)?.length ?? 0
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  // Japanese is written with both.
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  if (kana > 0 && 2 * (kana + count(/\p{Script=Han}/gu)) > letters) return 'ja'
  return scripts.find(([, script]) => 2 * count(script) > letters)?.[0] ?? null
}

function byWords(text: string): string | null {
  const words = [...wordsOf(text)]
  const scores = Object.entries(marks)
    .map(([language, known]) => ({ language, score: words.filter((word) => known.has(word)).length }))
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = scores
  if (!first || read.has(first.language) || first.score < leastWords) return null
  return first.score > (second?.score ?? 0) ? first.language : null
}

function wordsOf(text: string): Set<string> {
  const plain = text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(?!\u0303)\p{M}/gu, '')
    .normalize('NFC')
  return new Set(
    plain
      .replaceAll(/ã/gu, 'a')
      .replaceAll(/õ/gu, 'o')
      .match(/\p{L}+/gu) ?? [],
  )
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u))
}
