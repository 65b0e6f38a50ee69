import { describe, expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

const subjectsOf = (prompt: string) => planPicture({ prompt }).spec.subjects
const actOf = (prompt: string) => subjectsOf(prompt).find(({ act }) => act)?.act?.kind ?? null

describe('words that every object of the language has', () => {
  const words = ['constructor', 'toString', '__proto__', 'proto', 'hasOwnProperty', 'valueOf', 'tostring', 'valueof']
  const places = [
    'X',
    'un chat X une voiture',
    'un chat X la voiture',
    'X un chat et une voiture',
    'un chat et une voiture X',
    'un X rouge et un chat bleu',
    'un chat rouge X',
    'une femme X tient la main X d’un homme',
    'deux X',
    'une vieille X et un homme',
    'logo « X » salon X',
    'affiche X, un chat sur X',
    'un chat sans X',
    'une tasse X de thé en X',
  ]
  const read = (word: string) =>
    places.map((place) => {
      const said = place.replaceAll('X', word)
      const { spec } = planPicture({ prompt: said })
      const refused = planPicture({ prompt: 'un chat', negativePrompt: said }).spec
      return { place, subjects: spec.subjects, colourOf: spec.colourOf, refused: refused.subjects }
    })

  it.each(words)('« %s » is as any other word that is not known', (word) => {
    expect(read(word)).toEqual(read('quxwort'))
  })
})

describe('a word that looks like an act', () => {
  it.each([
    'une femme assise sur une natte avec sa fille',
    'une femme assise sur sa natte avec sa fille',
    'un homme au crâne rasé avec une femme',
    'un homme au crane rase avec une femme',
    'un homme rasé et une femme',
    'un homme rase et une femme',
    'un homme tressé et une femme',
    'une femme qui pique-nique avec sa fille',
    'un garçon qui joue à la console avec une fille',
    'une femme qui demande de l’aide à un homme',
    'un homme piqué par un moustique et une femme',
    'un homme pique par un moustique et une femme',
    'un homme qui tient la main courante et une femme',
    'une femme qui rend visite à sa mère',
    'un homme qui donne un cours à une femme',
    'une femme qui tend les bras à son fils',
    'un homme qui tend et une femme',
    'a man with his hands on a woman',
  ])('is none in « %s »', (prompt) => {
    expect(actOf(prompt)).toBeNull()
  })

  it.each([
    ['une femme qui natte les cheveux de sa fille', 'hair'],
    ['un coiffeur qui rase un homme', 'hair'],
    ['une fille que sa mère coiffe', 'hair'],
    ['une fille, sa mère la coiffe', 'hair'],
    ['une coiffeuse coiffe et maquille une femme', 'hair'],
    ['une coiffeuse tresse petite fille', 'hair'],
    ['une femme qui coupe les cheveux de son fils', 'hair'],
    ['une infirmière qui pique un garçon', 'arm'],
    ['un garçon qui aide une vieille dame', 'arm'],
    ['une vieille dame et un garçon qui l’aide', 'arm'],
    ['une femme qui donne à manger à sa fille', 'give'],
    ['une femme offre des fleurs à son mari', 'give'],
    ['un homme et une femme qui lui donne la clé', 'give'],
    ['a man gives his mother a rose', 'give'],
    ['un homme qui tient la main d’une femme', 'hands'],
    ['a man holding hands with a woman', 'hands'],
  ])('is one in « %s »', (prompt, kind) => {
    expect(actOf(prompt)).toBe(kind)
  })
})

describe('an age', () => {
  const peopleIn = (prompt: string) => subjectsOf(prompt).filter(({ figure }) => figure).length
  it.each([
    ['une jeune et jolie femme', 1],
    ['une vieille et grande maison', 0],
    ['un vieux et grand baobab', 0],
    ['un petit et mignon chaton', 0],
    ['le petit de la girafe', 0],
    ['un vieux et une vieille', 2],
    ['un jeune et son chien', 1],
    ['un vieux et Fatou jouent', 2],
    ['une vieille et son petit-fils', 2],
    ['un jeune de 20 ans', 1],
    ['un petit joue dans la cour', 1],
  ])('« %s » has as many people as it says', (prompt, people) => {
    expect(peopleIn(prompt)).toBe(people)
  })

  it('leaves a name to whoever has it', () => {
    expect(subjectsOf('portrait de Flo')).toEqual(subjectsOf('portrait de Zia'))
  })
})

describe('a perch', () => {
  const perchOf = (prompt: string) => subjectsOf(prompt)[0]?.perch ?? null
  it.each([
    'une voiture garée devant la maison, un oiseau sur une branche',
    'un chien, un oiseau sur une branche',
    'un chien regarde un oiseau sur une branche',
    'un chat regarde une affiche sur le mur',
    'une horloge sur le mur',
    'une affiche sur le mur',
    'une pomme sur une branche',
  ])('is none of the first one’s in « %s »', (prompt) => {
    expect(perchOf(prompt)).toBeNull()
  })

  it.each([
    ['un hibou la nuit sur une branche', 'branch'],
    ['un lézard au soleil sur un rocher', 'rock'],
    ['un papillon, rouge et noir', null],
    ['un aigle les ailes ouvertes sur un rocher', 'rock'],
    ['a cat sleeping on the wall', 'wall'],
  ])('is of « %s »', (prompt, perch) => {
    expect(perchOf(prompt)).toBe(perch)
  })
})

it('knows on a logo still whom an act is done to', () => {
  const subjects = subjectsOf('logo salon de coiffure, une femme coiffe une fille')
  const { act } = subjects.find((asked) => asked.act)!
  expect(subjects[act!.to]!.figure!.person).toBe('girl')
})

describe('a word that only some places have', () => {
  it.each([
    ['un chat dans une boîte', 'club'],
    ['un chien dans la boîte en carton', 'club'],
    ['une robe en coton blanc', 'cotton'],
    ['une femme en chemise de coton bleue', 'cotton'],
  ])('« %s » is at none of them', (prompt, place) => {
    expect([...planPicture({ prompt }).spec.hints]).not.toContain(place)
  })

  it.each([
    ['deux amis dans une boîte de nuit', 'club'],
    ['une femme dans un champ de coton', 'cotton'],
  ])('« %s » is', (prompt, place) => {
    expect([...planPicture({ prompt }).spec.hints]).toContain(place)
  })

  it('a school bag is on the back, and no sack on a shoulder', () => {
    expect(subjectsOf('un garçon porte un sac à dos')[0]!.figure!.doing).not.toBe('shouldering')
  })

  it('whoever boxes is seen at it', () => {
    expect(planPicture({ prompt: 'un homme boxe dans la rue' }).plan.verdict).toBe('complete')
  })
})
