import { describe, expect, it } from 'vitest'

import { planPicture } from '../plan-picture.ts'

const planOf = (prompt: string) => planPicture({ prompt }).plan
const subjectsOf = (prompt: string) => planPicture({ prompt }).spec.subjects
const peopleOf = (prompt: string) => subjectsOf(prompt).map(({ figure }) => figure?.person)

describe('a plan is complete where nothing is lacking', () => {
  it.each([
    ['une pirogue verte, blanche et rouge', ['blanche', 'rouge']],
    ['une pirogue de pêcheurs peinte en rouge et bleu', ['rouge', 'bleu']],
    ['un gros chat et un petit chien, l’un noir, l’autre blanc', ['noir', 'blanc']],
    ['une dame en pagne bleu et jaune', ['jaune']],
    ['logo pour un maquis, un poulet orange qui danse', ['qui danse']],
    ['un père et ses deux filles sur une moto', ['une moto']],
    ['un cheval sur un homme', ['sur un homme']],
    ['un village, vue aérienne', ['vue aérienne']],
    ['un plat d’attiéké vu de dessus', ['vu de dessus']],
    ['un baobab de 100 ans', ['de 100 ans']],
    ['un homme aux bras croisés', ['croisés']],
    ['un garçon souffle les bougies', ['souffle']],
    ['a girl with a green backpack, waving', ['waving']],
    ['des pélicans qui volent', ['qui volent']],
    ['un oiseau sur la tête d’un hippopotame', ['sur la tête d’un hippopotame']],
    ['un enfant sur le dos d’un éléphant', ['sur le dos d’un éléphant']],
    ['un ballon sous le bras d’un garçon', ['sous le bras d’un garçon']],
    ['un chien dort sous l’étal', ['sous l’étal']],
    ['un garçon dans une brouette', ['dans une brouette']],
  ])('« %s »: %s is told', (prompt, unshown) => {
    const plan = planOf(prompt)
    expect([plan.verdict, plan.unshown]).toEqual(['partial', unshown])
  })

  it('a way of painting is told, and asks for no consent', () => {
    const plan = planOf('une femme en robe rouge, photo réaliste')
    expect([plan.verdict, plan.unshown]).toEqual(['complete', ['photo réaliste']])
  })

  it.each([
    'une femme de 70 ans',
    'le marché de Dantokpa vu de dessus',
    'motif wax bleu, rouge et blanc',
    'trois parapluies : un rouge, un jaune et un bleu',
    'un homme prend une photo de sa fille',
    'des oiseaux qui volent au-dessus de la mer',
    'un pêcheur assis dans une pirogue',
    'une vendeuse au marché de Lomé',
    'des bagages sur le toit du car',
    'un perroquet sur l’épaule d’un pirate',
    'un enfant sur les épaules de son père',
    'un homme porte un sac sur la tête',
    'une femme assise sous un manguier',
    'un sac en cuir vert',
    'un homme se tient devant une maison',
  ])('« %s »: it is', (prompt) => {
    const { verdict, unshown, missing } = planOf(prompt)
    expect([verdict, unshown, missing]).toEqual(['complete', [], []])
  })

  it('calls a town of ours similar: its people and its plants are there', () => {
    expect(planOf('une vendeuse au marché de Lomé').drawn).toContainEqual({ text: 'Lomé', grade: 'similar' })
  })
})

describe('ages', () => {
  it.each([
    ['une femme de 70 ans', ['old-woman']],
    ['un homme âgé de soixante-dix ans', ['old-man']],
    ['a woman of 80', ['old-woman']],
    ['une élève de 8 ans', ['girl']],
    ['an 8-year-old girl', ['girl']],
    ['un homme de 30 ans et une femme de 75 ans', ['man', 'old-woman']],
    ['un garçon de dix-sept ans', ['boy']],
    ['un bébé de 8 mois', ['baby']],
    ['un homme d’une soixantaine d’années', ['old-man']],
    ['un gâteau pour ses 10 ans', [undefined]],
  ])('« %s »: %s', (prompt, people) => {
    expect(peopleOf(prompt)).toEqual(people)
  })
})

describe('several told one by one', () => {
  it('have their own colour', () => {
    const dyed = subjectsOf('trois parapluies : un rouge, un jaune et un bleu')
    expect(dyed.map(({ count, colour }) => [count, colour])).toEqual([
      [1, 'red'],
      [1, 'yellow'],
      [1, 'blue'],
    ])
    expect(subjectsOf('quatre ballons rouges et bleus').map(({ count, colour }) => [count, colour])).toEqual([
      [2, 'red'],
      [2, 'blue'],
    ])
  })

  it('have their own clothes and instruments', () => {
    const sisters = subjectsOf('deux sœurs, l’une en boubou rose, l’autre en boubou vert')
    expect(sisters.map(({ colour, figure }) => [colour, figure?.garment])).toEqual([
      ['pink', 'boubou'],
      ['green', 'boubou'],
    ])
    const players = subjectsOf('deux hommes, l’un joue du djembé, l’autre de la kora')
    expect(players.map(({ figure }) => figure?.attribute)).toEqual(['long-drum', 'kora'])
    const friends = subjectsOf('deux copines, l’une porte un manteau rouge, l’autre un bonnet vert')
    expect(friends.map(({ figure }) => [figure?.garment, figure?.headColour])).toEqual([
      ['robe', null],
      [null, 'green'],
    ])
  })

  it('are as many as were counted', () => {
    expect(peopleOf('deux étudiants, un gars avec locks et une fille en robe')).toEqual(['man', 'girl'])
    expect(subjectsOf('deux étudiants, un gars avec locks et une fille').map(({ figure }) => figure?.hair)).toEqual([
      'braids',
      null,
    ])
    const baked = subjectsOf('un boulanger sort cinq baguettes du four')
    expect(baked.find(({ subject }) => subject === 'bread-oven')?.count).toBe(1)
  })
})

describe('nothing else is in the picture', () => {
  it.each([
    ['un homme aux bras croisés en costume gris', 1],
    ['a teenage girl waving', 1],
    ['une femme élégante', 1],
    ['une femme médecin', 1],
  ])('« %s »: %s', (prompt, count) => {
    expect(subjectsOf(prompt)).toHaveLength(count)
  })

  it('has the candles on their cake, named before it or after', () => {
    const [cake, candles] = subjectsOf('sept bougies sur un gâteau au chocolat')
    expect([cake?.subject, candles?.count, candles?.relation]).toEqual(['chocolate-cake', 7, { kind: 'on', to: 0 }])
  })

  it('is in the place that is told last', () => {
    const [, place] = subjectsOf('une infirmière, dispensaire de Pikine')
    expect(place?.isBackdrop).toBe(true)
  })
})

it('reads « in front of a house » in English: it is behind, out of doors', () => {
  const { subjects, environment } = planPicture({ prompt: 'three old men playing drums in front of a pink house' }).spec
  expect([subjects.at(-1)?.relation?.kind, environment]).toEqual(['behind', 'courtyard'])
})

it('reads a face that is told before the name', () => {
  expect(subjectsOf('a crying baby')[0]?.figure?.face).toBe('crying')
  expect(subjectsOf('un enfant qui va pleurer')[0]?.figure?.face).toBe('crying')
})

it('paints « dessin animé » flat', () => {
  expect(planPicture({ prompt: 'un lion, style dessin animé' }).spec.styles).toEqual(['minimal'])
})
