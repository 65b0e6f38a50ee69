import { describe, expect, it } from 'vitest'

import { paint } from '../../index.ts'
import { planPicture } from './plan-picture.ts'

const planOf = (prompt: string) => planPicture({ prompt }).plan
const figuresOf = (prompt: string) => planPicture({ prompt }).spec.subjects.map(({ figure }) => figure)

/** What the plan says of the words that hold a text. */
function told(prompt: string, text: string): string {
  const { drawn, missing, unshown } = planOf(prompt)
  const found = drawn.find((thing) => thing.text.includes(text))
  return found?.grade ?? ([...missing, ...unshown].some((words) => words.includes(text)) ? 'none' : 'untold')
}

describe('what belongs to work that is drawn', () => {
  it.each([
    ['une femme qui remue une marmite sur le feu', 'marmite', 'exact'],
    ['une femme qui épluche des oignons avec un couteau', 'oignons', 'exact'],
    ['une femme qui épluche des oignons avec un couteau', 'couteau', 'none'],
    ['un paysan qui creuse avec une pelle', 'pelle', 'similar'],
    ['une femme qui lave le linge à la fontaine', 'fontaine', 'none'],
    ['un menuisier qui cloue avec une scie', 'scie', 'none'],
    ['une couturière qui coud une robe rouge', 'robe', 'similar'],
    ['une vendeuse qui sert des jus sur un plateau', 'jus', 'exact'],
    ['un garçon qui lave la vaisselle', 'vaisselle', 'similar'],
    ['un homme qui prie sur un tapis', 'tapis', 'exact'],
  ])('« %s »: %s is %s', (prompt, text, grade) => {
    expect(told(prompt, text)).toBe(grade)
  })

  it('has the newspaper that is read in the hands, and no book', () => {
    const [reader] = figuresOf('un vieux monsieur qui lit le journal')
    expect(reader!.attribute).toBe('newspaper')
    expect(told('un vieux monsieur qui lit le journal', 'journal')).toBe('exact')
  })

  it('leaves on somebody what they are dressed in', () => {
    const [washer] = figuresOf('une dame en robe rouge qui lave le linge')
    expect(washer).toMatchObject({ garment: 'dress', doing: 'laundering', attribute: null })
  })

  it('holds for the words around it, all of which must be seen', () => {
    expect(told('une couturière derrière une machine à laver', 'machine')).toBe('none')
  })
})

describe('what is done', () => {
  it.each([
    ['un homme qui danse et une femme assise', []],
    ['un homme assis et une femme qui danse', []],
    ['un vieux assis et un garçon qui saute', []],
    ['un vieux qui applaudit et un garçon qui nage', []],
    ['un garçon qui danse et un vieux qui jongle', ['qui jongle']],
    ['un homme qui joue aux cartes', ['qui joue']],
    ['un homme assis qui joue', ['qui joue']],
    ['deux amis qui jouent à l’awalé', []],
    ['un homme qui joue de la kora', []],
    ['une femme qui porte un panier de mangues sur la tête', []],
    ['une femme qui porte un zorglub', ['qui porte']],
    ['une femme qui tient un gros rocher', ['qui tient']],
    ['un chien et un homme qui dort', []],
    ['a woman selling fish at the market, laughing', []],
    ['un homme et un chat qui dort', []],
    ['un cuisinier qui fait sauter une crêpe', ['sauter']],
    ['un homme qui mange du riz', []],
    ['un homme assis qui ramasse du bois', ['assis']],
  ])('« %s » is told where whoever should do it is not seen at it: %s', (prompt, unshown) => {
    expect(planOf(prompt).unshown).toEqual(unshown)
  })

  it('is like it where another tool or another way is drawn', () => {
    expect(told('un menuisier qui scie une planche', 'scie')).toBe('similar')
  })

  it('weighs nothing where no picture could show it', () => {
    expect(planOf('une femme qui attend').coverage).toBe(planOf('une femme').coverage)
  })

  it('is read in English behind whoever does it', () => {
    const plan = planOf('two kids sharing a slice of watermelon')
    expect([plan.missing, plan.unshown]).toEqual([[], ['sharing']])
  })
})

describe('what is seen of a body', () => {
  it.each([
    ['une fille qui pleure', { face: 'crying' }],
    ['un homme qui chante', { face: 'singing' }],
    ['deux femmes qui rient', { face: 'laughing' }],
    ['un garçon qui tape le djembé, les yeux fermés', { face: 'eyes-closed', pose: 'playing', attribute: 'long-drum' }],
    ['un garçon qui saute', { doing: 'jumping', pose: 'cheering' }],
    ['une fille qui saute à la corde', { doing: 'skipping' }],
    ['une femme qui porte deux seaux', { attribute: 'bucket', isInBothHands: true }],
    ['une femme qui porte deux sacs', { attribute: 'handbag', isInBothHands: true }],
  ])('« %s »', (prompt, figure) => {
    expect(figuresOf(prompt)[0]).toMatchObject(figure)
    const { missing, unshown } = planOf(prompt)
    expect([missing, unshown]).toEqual([[], []])
  })

  it('is of whoever the words say it of', () => {
    const [first, second] = figuresOf('un homme qui danse et une femme qui pleure')
    expect([first!.face, second!.face]).toEqual([undefined, 'crying'])
  })

  it.each([
    'une femme qui ne pleure pas',
    'a woman who is not crying',
    'une femme et un chien qui pleure',
    'un garçon près d’un oiseau qui chante',
  ])('« %s »: nobody’s face is changed', (prompt) => {
    expect(figuresOf(prompt).flatMap((figure) => figure?.face ?? [])).toEqual([])
  })

  it('says nothing of what is denied', () => {
    const { drawn, missing, unshown } = planOf('une femme qui ne pleure pas')
    expect([drawn.map(({ text }) => text), missing, unshown]).toEqual([['une femme'], [], []])
  })

  it('is in the picture: tears', () => {
    const side = { width: 384, height: 384, seed: 3 }
    const tears = (prompt: string) => countOf(paint({ prompt, ...side }).data, isTear)
    expect(tears('une fille qui pleure')).toBeGreaterThan(tears('une fille qui rit') + 10)
  })

  it('is the grilled fish that lies there, by the name of the live one too', () => {
    expect(told('un homme qui grille du poisson', 'poisson')).toBe('exact')
  })
})

describe('a second colour', () => {
  it.each([
    ['une pirogue bleue et jaune', ['jaune']],
    ['a blue and yellow boat', ['blue']],
    ['un homme en chemise rouge et pantalon blanc', []],
    ['une voiture noire et une moto rouge', []],
    ['trois pirogues bleues et jaunes', []],
  ])('« %s »: %s has nothing to be seen on', (prompt, unshown) => {
    expect(planOf(prompt).unshown).toEqual(unshown)
  })
})

describe('what was done to somebody or something', () => {
  it.each([
    ['un gbaka bondé sous la pluie', ['bondé']],
    ['un vélo abandonné dans la neige', ['abandonné']],
    ['une infirmière voilée', ['voilée']],
    ['un thiof grillé', []],
    ['un sapin de Noël décoré', []],
    ['un bus qui n’est pas bondé', []],
    ['une maison abandonnée', []],
    ['une voiture garée devant une maison', []],
    ['cinq pagnes wax pliés sur une table', []],
    ['un garçon âgé de dix ans, les yeux fermés', []],
    ['des ballons attachés à une chaise', []],
    ['une fille habillée en rouge', []],
  ])('« %s »: %s is not to be seen', (prompt, unshown) => {
    expect(planOf(prompt).unshown).toEqual(unshown)
  })
})

describe('an occasion and a place', () => {
  it('is no wedding where nobody is a bride', () => {
    expect(told('quatre femmes en pagne qui dansent pour un mariage', 'mariage')).toBe('none')
    expect(told('un mariage au village', 'mariage')).toBe('similar')
  })

  it('has the track that is told, in its colour', () => {
    const side = { width: 256, height: 256, seed: 7 }
    const without = paint({ prompt: 'trois zébus dans la savane', ...side })
    const red = paint({ prompt: 'trois zébus dans la savane, une piste rouge', ...side })
    expect(red.metadata.plan.drawn.map(({ text }) => text)).toContain('une piste')
    expect(reds(red.data)).toBeGreaterThan(reds(without.data) + 300)
  })

  it('has no track in a wood', () => {
    expect(told('une piste dans la forêt', 'piste')).toBe('none')
  })
})

function countOf(data: Uint8Array, is: (r: number, g: number, b: number) => boolean, from = 0): number {
  let count = 0
  for (let i = from; i < data.length; i += 3) if (is(data[i]!, data[i + 1]!, data[i + 2]!)) count += 1
  return count
}

const isTear = (r: number, g: number, b: number) => b > 150 && b > r + 25 && g > r

/** Pixels that are plainly red, in the lower half. */
const reds = (data: Uint8Array) => countOf(data, (r, g) => r > g * 1.7 && r > 70, data.length / 2)
