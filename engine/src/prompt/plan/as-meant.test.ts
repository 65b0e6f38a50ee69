import { describe, expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

/** The main one first: how many, who or what, in which colour and clothes. */
function shown(prompt: string): readonly string[] {
  return planPicture({ prompt }).spec.subjects.map(({ subject, figure, count, colour }) =>
    [count, figure?.person ?? subject, colour, figure?.garment, figure?.headwear, figure?.attribute]
      .filter((part) => part !== null && part !== undefined)
      .join(' '),
  )
}

describe('an occasion', () => {
  it.each([
    ['bonne fete de tabaski, un beau mouton blanc avec la mosquée derriere', ['1 ewe white', '1 mosque']],
    ['jeune marié en bazin blanc et sa femme en kente, photo de mariage', ['1 man white boubou rose', '1 woman pagne']],
    ['mariage de ma soeur à Lomé', ['1 woman wedding-dress', '1 man suit']],
    ['joyeux anniversaire maman', ['1 woman', '1 birthday-cake']],
    ['saint valentin, un couple qui danse', ['1 woman', '1 man']],
    ['bonne fête maman, un bouquet de 5 tulipes rouges', ['1 woman bouquet']],
    ['saint valentin', ['1 red-heart']],
    ['un mariage baoulé', ['1 woman wedding-dress', '1 man suit']],
  ])('gives way in « %s » to what is named, and is the picture alone', (prompt, subjects) => {
    expect(shown(prompt)).toEqual(subjects)
  })

  it('leaves a bouquet its flowers, as many and in the colour that are said', () => {
    const { environment, blooms, colourOf, subjects } = planPicture({
      prompt: 'bouquet de 7 roses blanches pour ma cherie st valentin',
    }).spec
    expect([environment, blooms, colourOf.get('rose'), colourOf.get('bouquet'), subjects.length]).toEqual([
      'bouquet',
      7,
      'white',
      undefined,
      0,
    ])
    expect(planPicture({ prompt: '8 roses rouges dans un vase' }).spec.colourOf.get('rose')).toBe('red')
  })
})

describe('what is said of one thing', () => {
  it.each([
    ['ma fille en princesse avec une robe dorée', ['1 girl gold dress crown']],
    ['mon fils déguisé en pompier', ['1 boy uniform helmet fire-extinguisher']],
    ['un enfant déguisé en super héros', ['1 boy blue shirt']],
    ['une femme en famille', ['1 woman', '1 man', '1 girl']],
    ['un dragon vert assis sur le toit d’un chateau', ['1 dragon green', '1 castle']],
    ['une case avec un chat sur le toit', ['1 cat', '1 house']],
    ['thiéboudienne rouge dans un grand bol avec du poisson', ['1 thieboudienne red']],
    ['6 macarons sur une assiette en porcelaine', ['6 macaron multicolour']],
    ['des mangues dans un bol', ['4 mango', '1 bowl-with-spoon']],
    ['promo -20% sur les chaussures ce week end, une paire de baskets noires', ['2 running-shoe black']],
    ['soldes sur les robes, une robe bleue', ['1 dress blue']],
    ['3 chatons roux qui dorment dans un panier', ['3 cat-asleep orange', '1 basket']],
    ['tonton qui braise le poulet', ['1 man apron poultry-leg']],
  ])('is no second thing in « %s »', (prompt, subjects) => {
    expect(shown(prompt)).toEqual(subjects)
  })
})

describe('who and what is where', () => {
  it('is a car before what it is parked at, in no red air', () => {
    const { subjects, colours } = planPicture({ prompt: 'une vieille 2CV rouge garée devant une boulangerie' }).spec
    expect(subjects.map(({ subject, colour, relation }) => [subject, colour, relation])).toEqual([
      ['automobile', 'red', null],
      ['department-store', null, { kind: 'behind', to: 0 }],
    ])
    expect(colours.every(({ weight }) => weight < 0.5)).toBe(true)
  })

  it('is a bus in its colours, with whoever hangs on it behind', () => {
    const { subjects } = planPicture({
      prompt: 'car rapide de dakar jaune et bleu dans la rue, l’apprenti accroché derriere',
    }).spec
    expect(subjects.map(({ subject, colour, relation }) => [subject, colour, relation?.kind])).toEqual([
      ['car-rapide', 'yellow', undefined],
      ['figure', null, 'behind'],
    ])
  })

  it('is a dragon on the castle, and both readers on the sofa, the book in the hands of one', () => {
    const [dragon] = planPicture({ prompt: 'un dragon vert assis sur le toit d’un chateau' }).spec.subjects
    expect(dragon?.relation).toEqual({ kind: 'on', to: 1 })
    const [reader, child] = planPicture({
      prompt: 'grand mère qui lit une histoire a son petit fils sur un canapé vert',
    }).spec.subjects
    expect([reader, child].map((one) => [one?.figure?.pose, one?.figure?.attribute, one?.relation])).toEqual([
      ['seated', 'open-book', { kind: 'on', to: 2 }],
      ['seated', null, { kind: 'on', to: 2 }],
    ])
  })

  it('is on a plain ground of the colour that is said', () => {
    const { environment, colourOf } = planPicture({ prompt: 'une paire de baskets noires sur fond jaune' }).spec
    expect([environment, colourOf.get('backdrop')]).toEqual(['subject', 'yellow'])
  })
})

it('writes the name of a house on its poster, and lays no tool of the trade beside its people', () => {
  const { lettering, subjects } = planPicture({
    prompt: 'affiche pour salon de coiffure Chez Mariam, tresses et tissage, fond rose',
  }).spec
  expect(lettering).toEqual(['Chez Mariam'])
  expect(subjects.map(({ subject }) => subject)).toEqual(['figure'])
})

describe('an age', () => {
  it.each([
    ['portrait d’un vieux pêcheur breton', 'old-man'],
    ['une vieille vendeuse de mangues', 'old-woman'],
    ['an old fisherman at sunset', 'old-man'],
    ['un pêcheur et sa vieille barque', 'man'],
  ])('is seen whatever the trade: « %s »', (prompt, person) => {
    expect(planPicture({ prompt }).spec.subjects[0]?.figure?.person).toBe(person)
  })
})
