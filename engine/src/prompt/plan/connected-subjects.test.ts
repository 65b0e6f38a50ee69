import { describe, expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

const subjectsOf = (prompt: string) => planPicture({ prompt }).spec.subjects
const environmentOf = (prompt: string) => planPicture({ prompt }).spec.environment

describe('what belongs to somebody', () => {
  it.each([
    ['Un homme sur un cheval blanc', { attribute: 'horse', pose: 'riding', accessoryColour: 'white' }],
    ['Une femme avec un panier sur la tête', { attribute: 'basket', pose: 'carrying' }],
    ['Un enfant qui lit un livre', { attribute: 'open-book', pose: 'holding' }],
    ['Un joueur de tam-tam', { attribute: 'long-drum', pose: 'playing' }],
    ['Un vieux griot qui joue de la kora', { attribute: 'kora', pose: 'playing' }],
    ['Une fille en robe rouge', { garment: 'dress' }],
    ['Un homme avec une tuque bleue', { headwear: 'tuque', headColour: 'blue' }],
    ['Une femme avec des lunettes', { eyewear: 'glasses' }],
    ['Une jeune fille avec des tresses', { hair: 'braids' }],
    ['Une femme noire', { tone: 'dark' }],
    ['Un homme métis', { tone: 'medium' }],
    ['Une grand-mère togolaise', { person: 'old-woman', tone: 'african' }],
    ['Portrait d’une grand-mère togolaise, foulard indigo', { headwear: 'headscarf' }],
    ['Portrait d’une Ivoirienne', { person: 'woman', tone: 'african' }],
  ])('%s: one figure', (prompt, figure) => {
    const subjects = subjectsOf(prompt)
    expect(subjects).toHaveLength(1)
    expect(subjects[0]!.figure).toMatchObject(figure)
  })

  it('gives the colour of a garment to who wears it, and the colour of a skin to no garment', () => {
    expect(subjectsOf('Une fille en robe rouge')[0]!.colour).toBe('red')
    expect(subjectsOf('Une femme noire')[0]!.colour).toBeNull()
  })
})

describe('what belongs together', () => {
  it.each([
    ['Un gâteau d’anniversaire avec des bougies', ['birthday-cake']],
    ['Un mariage à Lomé, la mariée en blanc', ['figure', 'figure']],
    ['Un attiéké avec du poisson grillé', ['attieke']],
  ])('%s: drawn once', (prompt, subjects) => {
    expect(subjectsOf(prompt).map(({ subject }) => subject)).toEqual(subjects)
  })

  it('paints the room of a building that somebody is in', () => {
    expect(environmentOf('Un médecin dans un hôpital')).toBe('interior')
    expect(subjectsOf('Un médecin dans un hôpital')[1]!.isBackdrop).toBe(true)
    expect(subjectsOf('Un médecin devant un hôpital')[1]!.isBackdrop).toBe(false)
  })
})

describe('where things stand to each other', () => {
  it.each([
    ['Un chat noir sur un canapé rouge', 0, { kind: 'on', to: 1 }],
    ['Une guitare sur une chaise', 0, { kind: 'on', to: 1 }],
    ['Un vélo devant une école', 1, { kind: 'behind', to: 0 }],
    ['Un chien à côté d’une valise', 1, { kind: 'beside', to: 0 }],
    ['Un roi sur son trône', 0, { kind: 'on', to: 1 }],
    ['Un dragon vert au-dessus d’un château', 0, { kind: 'over', to: 1 }],
    ['Un panier de mangues', 1, { kind: 'in', to: 0 }],
    ['Un lion avec une couronne', 1, { kind: 'on', to: 0 }],
  ])('%s', (prompt, index, relation) => {
    expect(subjectsOf(prompt)[index]!.relation).toEqual(relation)
  })

  it('keeps a cat on a roof out of doors', () => {
    expect(environmentOf('Deux chats sur un toit')).toBe('hills')
  })
})

describe('how many', () => {
  it.each([
    ['Un ours', [1]],
    ['Sept canards sur l’eau', [7]],
    ['9 ballons rouges', [9]],
    ['Deux enfants', [2]],
    ['Trois légumes', [1, 1, 1]],
    ['Un couple d’amoureux', [1, 1]],
    ['Un panier de mangues', [1, 5]],
    ['Une file de fourmis', [7]],
    ['Un tailleur avec son mètre autour du cou', [1]],
    ['Un garçon qui pilote un cerf-volant', [1, 1]],
  ])('%s', (prompt, counts) => {
    expect(subjectsOf(prompt).map(({ count }) => count)).toEqual(counts)
  })
})

it('seats who is on a chair on it, and who is on a mat on the ground', () => {
  expect(subjectsOf('Une vieille femme dans un fauteuil')[0]!.figure!.pose).toBe('seated')
  expect(subjectsOf('Une femme sur une natte')[0]!.figure!.pose).toBe('sitting')
})

it('dyes things of all colours one by one, and a goldfish by its name', () => {
  expect(subjectsOf('Quatre ballons de toutes les couleurs')[0]!.colour).toBe('multicolour')
  expect(subjectsOf('Un poisson rouge dans un bocal')[0]!.colour).toBe('orange')
})

it('dyes what kind of thing it is by the colour behind it', () => {
  expect(subjectsOf('Une voiture de sport bleue')[0]!.colour).toBe('blue')
})

it('draws a logo alone', () => {
  expect(environmentOf('Logo d’un café avec une tasse')).toBe('subject')
})
