import { describe, expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

function shown(prompt: string): readonly string[] {
  return planPicture({ prompt }).spec.subjects.map(({ subject, figure }) => figure?.person ?? subject)
}

describe('what has no place beside the main one', () => {
  it.each([
    ['Une robe rouge accrochée à la fenêtre', ['dress'], ['la fenêtre']],
    ['Une femme attend le métro', ['woman'], ['le métro']],
  ])('« %s »: is left out, and told', (prompt, subjects, missing) => {
    const { spec, plan } = planPicture({ prompt })
    expect(spec.subjects.map(({ subject, figure }) => figure?.person ?? subject)).toEqual(subjects)
    expect(plan.missing).toEqual(missing)
  })

  it.each([
    ['Un café et des beignets', ['hot-beverage', 'fritters']],
    ['Un âne qui tire une charrette', ['donkey-cart']],
    ['Un chat sur le canapé', ['cat', 'couch-and-lamp']],
    ['Une dame attend l’autobus', ['woman', 'bus']],
    ['Une vendeuse de mangues', ['woman', 'mango']],
    ['Un homme lit le journal avec un café', ['man', 'hot-beverage']],
    ['Une tasse de thé avec un éléphant', ['hot-beverage', 'elephant']],
    ['Un apprenti gbaka accroché à la portière', ['man', 'minibus']],
  ])('« %s »: both stay', (prompt, subjects) => {
    expect(shown(prompt)).toEqual(subjects)
  })

  it('is the skewers on their grill, and one baby with its mother', () => {
    expect(shown('Un vendeur de brochettes devant son gril')).toEqual(['man', 'grill'])
    const [mother] = planPicture({ prompt: 'Une mère porte son bébé au dos' }).spec.subjects
    expect(mother?.figure).toMatchObject({ garment: 'pagne', babyOnBack: 'awake', tone: 'african' })
  })

  it('stays on a poster, which shows things in a row', () => {
    expect(shown('affiche avec une femme et une guitare')).toContain('guitar')
  })
})

describe('words read by what they stand beside', () => {
  it.each([
    ['Deux enfants jouent au ballon', ['boy']],
    ['Un skateur dans la rue', ['man']],
    ['Un chien sur un skatebord', ['dog', 'skateboard']],
    ['Un zangbéto au village', ['zangbeto']],
    ['Une pirogue de pêcheurs', ['man']],
    ['Un tabouret sculpté', ['stool']],
    ['Une calebasse de lait', ['calabash', 'glass-of-milk']],
    ['Un ballon rouge', ['balloon']],
    ['Des pagnes qui sèchent sur une corde', ['clothes-line']],
    ['Trois brochettes', ['skewers']],
    ['a red car', ['automobile']],
    ['Un car rouge', ['bus']],
    ['Un boucher', ['man']],
    ['Une mère porte son bébé au dos', ['woman']],
  ])('« %s »', (prompt, subjects) => {
    expect(shown(prompt)).toEqual(subjects)
  })

  it.each([
    ['Un policier règle la circulation', 'directing'],
    ['Une femme nage dans la mer', 'swimming'],
    ['Un joueur de tennis', 'kicking'],
  ])('« %s »: %s', (prompt, pose) => {
    expect(planPicture({ prompt }).spec.subjects[0]?.figure?.pose).toBe(pose)
  })

  it.each([
    ['Un taxi rouge à Abidjan', 'red'],
    ['Une voiture rouge', 'red'],
    ['Un canapé vert', 'green'],
  ])('« %s » is drawn in the colour that is told', (prompt, colour) => {
    expect(planPicture({ prompt }).spec.subjects[0]?.colour).toBe(colour)
  })

  it('counts the heads of a family once, and puts its crew into a boat', () => {
    const family = planPicture({ prompt: 'Une famille de quatre personnes' }).spec.subjects
    expect(family.map(({ count }) => count)).toEqual([1, 1, 2])
    const [crew] = planPicture({ prompt: 'Une pirogue de pêcheurs' }).spec.subjects
    expect(crew?.figure).toMatchObject({ attribute: 'canoe', pose: 'riding' })
  })

  it('counts a heap, and takes « à » for no number', () => {
    expect(planPicture({ prompt: 'Un tas de mangues' }).spec.subjects[0]?.count).toBe(7)
    const [, hens] = planPicture({ prompt: 'Une maman donne à manger à ses poules' }).spec.subjects
    expect(hens?.count).toBe(4)
  })
})
