import { describe, expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

const planOf = (prompt: string) => planPicture({ prompt })
const subjectsOf = (prompt: string) => planOf(prompt).spec.subjects
const idsOf = (prompt: string) => subjectsOf(prompt).map(({ subject }) => subject)
const firstOf = (prompt: string) => subjectsOf(prompt)[0]!

describe('people as one speaks of them', () => {
  it.each([
    ['deux vieux jouent à l’adji sous le manguier', 'old-man', 2],
    ['un djo donne des fleurs à sa go', 'man', 1],
    ['une petite saute à la corde', 'girl', 1],
    ['le vié est assis devant sa porte', 'old-man', 1],
    ['une nana en robe rouge', 'woman', 1],
  ])('« %s » is about somebody', (prompt, person, count) => {
    const { plan, spec } = planOf(prompt)
    expect([spec.subjects[0]!.figure?.person, spec.subjects[0]!.count]).toEqual([person, count])
    expect(plan.unknown).toBeNull()
  })

  it.each([
    ['un vieux pêcheur sur la plage', ['figure']],
    ['le petit chat noir', ['black-cat']],
    ['un éléphant et son petit', ['elephant', 'elephant']],
    ['une vieille voiture rouge', ['automobile']],
  ])('« %s » has the word for what it is like', (prompt, ids) => {
    expect(idsOf(prompt)).toEqual(ids)
  })

  it('reads a verb behind a number or a pronoun as none of the things', () => {
    expect(planOf('deux vieux jouent à l’awalé, un petit les regarde').plan.missing).toEqual([])
  })

  it('gives each of two the clothes that are told of them', () => {
    const dressed = subjectsOf('papa en grand boubou blanc, maman en boubou rose')
    expect(dressed.map(({ figure, colour }) => [figure!.person, figure!.garment, colour])).toEqual([
      ['man', 'boubou', 'white'],
      ['woman', 'boubou', 'pink'],
    ])
  })

  it.each([
    ['deux amis en train de causer', 'locomotive'],
    ['Affiche fête du 12 mai', 'ear-of-corn'],
    ['Affiche vide-grenier avec une lampe', 'hut'],
    ['une femme saute et danse', 'ballet-dancer'],
  ])('« %s » has no %s', (prompt, id) => {
    const { spec } = planOf(prompt)
    expect(spec.subjects.map(({ subject }) => subject)).not.toContain(id)
    expect(spec.objects).toEqual([])
  })
})

describe('what belongs to somebody', () => {
  it.each([
    ['une femme dans sa boutique, foulard orange sur la tête', { headwear: 'headscarf', headColour: 'orange' }],
    ['mon papi arrose ses tomates au potager, chapeau de paille', { headwear: 'straw-hat', attribute: 'watering-can' }],
    ['quatre élèves marchent vers le collège, sacs au dos', { attribute: 'backpack', pose: 'walking' }],
    ['une sorcière sur son balai devant la pleine lune', { attribute: 'broom', pose: 'riding' }],
    ['six pêcheurs tirent le filet sur la plage', { attribute: 'net-with-handle', pose: 'pulling' }],
    ['un homme donne des fleurs rouges à sa copine', { attribute: 'bouquet', accessoryColour: 'red' }],
    ['un écolier avec son cartable', { attribute: 'backpack' }],
    ['trois batteurs de sabar', { attribute: 'long-drum', pose: 'playing' }],
    ['un baptême à l’église, le bébé et sa maman', { attribute: 'baby' }],
  ])('« %s » is on them or in their hands', (prompt, figure) => {
    expect(firstOf(prompt).figure).toMatchObject(figure)
    const things = idsOf(prompt)
    for (const id of ['scarf', 'womans-hat', 'backpack', 'broom', 'net-with-handle']) expect(things).not.toContain(id)
  })

  it('has in each of the boats one who sells, and the fruit', () => {
    const [boats, ...rest] = subjectsOf('trois pirogues avec des dames qui vendent des ananas et des tomates')
    expect([boats!.count, boats!.figure!.load, rest.length]).toEqual([3, ['pineapple', 'tomato'], 0])
  })

  it('leaves teeth in the mouth and foufou in the mortar that is pounded', () => {
    expect(idsOf('une dentiste qui soigne les dents d’un petit garçon')).toEqual(['figure', 'figure'])
    expect(idsOf('deux femmes pilent le foufou dans un gros mortier')).toEqual(['figure'])
  })

  it('puts somebody who lies under a car there, and a basket on its bicycle', () => {
    expect(firstOf('un mécanicien couché sous un taxi rouge').relation).toEqual({ kind: 'under', to: 1 })
    expect(subjectsOf('un vélo rose avec un panier de fleurs')[1]!.relation).toEqual({ kind: 'on', to: 0 })
  })

  it('is the goal on the ice, and a wrench with a plumber', () => {
    expect(idsOf('un joueur de hockey tire au filet')).toContain('goal-net')
    expect(idsOf('logo pour plombier, une goutte bleue et une clé')).toEqual(['droplet', 'wrench'])
  })
})

describe('where it is', () => {
  it('is on the water at a floating market', () => {
    expect(planOf('marché sur l’eau à Ganvié, trois pirogues').spec.environment).toBe('lagoon')
  })

  it('is a field with whoever works there, and no giant crop', () => {
    const { spec } = planOf('récolte d’arachides, un paysan conduit une charrette tirée par un âne')
    expect(spec.environment).toBe('field')
    expect(spec.subjects.map(({ subject }) => subject)).toEqual(['figure', 'donkey-cart'])
  })

  it('is a room with the lamp, the plant and the rug that are named', () => {
    const { spec, plan } = planOf('salon avec un canapé vert, lampe allumée, grande plante et tapis rouge')
    expect(spec.subjects.slice(1).map(({ subject, isBackdrop }) => [subject, isBackdrop])).toEqual([
      ['desk-lamp', true],
      ['potted-plant', true],
      ['mat', true],
    ])
    expect(plan.missing).toEqual([])
  })

  it('is of whoever is named beside trees and leaves', () => {
    expect(firstOf('érables rouges, une petite fille ramasse des feuilles').figure!.person).toBe('girl')
  })

  it('says what is typed in capitals on its poster', () => {
    expect(planOf('Affiche VIDE-GRENIER dimanche 12 mai, avec des livres').spec.lettering).toEqual([
      'VIDE-GRENIER',
      'dimanche 12 mai',
    ])
  })
})
