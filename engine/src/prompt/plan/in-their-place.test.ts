import { describe, expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

const planOf = (prompt: string) => planPicture({ prompt })
const subjectsOf = (prompt: string) => planOf(prompt).spec.subjects
const idsOf = (prompt: string) => subjectsOf(prompt).map(({ subject }) => subject)
const firstOf = (prompt: string) => subjectsOf(prompt)[0]!

describe('one body', () => {
  it.each([
    'avatar d’une jeune femme noire avec afro, lunettes rondes et boucles d’oreilles vertes',
    'photo de profil d’une femme afro avec des lunettes et des boucles d’oreilles vertes',
  ])('has all that « %s » says of it, and fills a portrait', (prompt) => {
    const { plan, spec } = planOf(prompt)
    const worn = { hair: 'afro', eyewear: 'glasses', jewelColour: 'green' }
    expect(spec.subjects.map(({ figure }) => figure)).toEqual([expect.objectContaining(worn)])
    expect(spec.environments).toContain('portrait')
    expect(plan.unknown).toBeNull()
  })

  it.each([
    ['un robot infirmier dans un hôpital', ['robot', 'hospital']],
    ['un chat cuisinier', ['cat']],
    ['un lion roi', ['lion', 'crown']],
    ['un chien et un boulanger', ['dog', 'figure']],
  ])('has the trade in « %s »', (prompt, ids) => {
    expect(idsOf(prompt)).toEqual(ids)
  })

  it.each([
    ['mon fils en super héros devant la tour Eiffel', { person: 'boy', cape: 'red' }],
    ['une reine avec une cape bleue', { person: 'woman', cape: 'blue' }],
  ])('wears the cape in « %s »', (prompt, figure) => {
    expect(firstOf(prompt).figure).toMatchObject(figure)
    expect(subjectsOf(prompt)).toHaveLength(1)
  })

  it.each(['hockey player skating on a pond', 'une joueuse de hockey', 'un joueur de rugby'])(
    'plays in « %s »',
    (prompt) => {
      expect(firstOf(prompt).figure).not.toBeNull()
      expect(planOf(prompt).plan.unknown).toBeNull()
    },
  )
})

describe('several', () => {
  it.each([
    ['une équipe de petits garçons qui jouent au foot pieds nus', 5, { person: 'boy', isBarefoot: true }],
    ['une bande de filles en robe', 5, { person: 'girl' }],
    ['un petit garçon qui joue au foot', 1, { person: 'boy' }],
  ])('are as many in « %s »', (prompt, count, figure) => {
    expect(firstOf(prompt)).toMatchObject({ count, figure })
  })

  it.each([
    ['deux beignets à côté d’une tasse', 'fritter', 2],
    ['des beignets dans un bol', 'fritters', 1],
    ['cinq pagnes wax pliés sur une table en bois', 'folded-cloth', 5],
  ])('of « %s » are counted by the piece', (prompt, subject, count) => {
    expect(firstOf(prompt)).toMatchObject({ subject, count })
  })

  it.each(['une femme en pagne', 'un motif de tissu wax', 'un pagne'])('« %s » has no folded cloth', (prompt) => {
    expect(idsOf(prompt)).not.toContain('folded-cloth')
  })
})

describe('what one does to another', () => {
  it('seats whoever a driver takes along behind him, with what is hers', () => {
    const { figure } = firstOf('un zémidjan en chemise jaune qui transporte une dame avec un grand panier sur la tête')
    expect(figure).toMatchObject({ person: 'man', pose: 'riding', attribute: 'motor-scooter' })
    expect(figure!.passenger!.figure).toMatchObject({ person: 'woman', pose: 'carrying', attribute: 'basket' })
  })

  it('leaves the baby on the back of who is taken along', () => {
    const { figure } = firstOf('un zem qui transporte une dame avec son bébé au dos')
    expect(figure).toMatchObject({ pose: 'riding', passenger: { figure: { attribute: 'baby' } } })
  })

  it('gives what a robot gives into the hands of whoever gets it', () => {
    const subjects = subjectsOf('un robot qui donne un bouquet de fleurs à une grand-mère')
    expect(subjects.map(({ subject }) => subject)).toEqual(['robot', 'figure'])
    expect(subjects[1]!.figure).toMatchObject({ person: 'old-woman', attribute: 'bouquet' })
  })

  it('has one umbrella over both', () => {
    const subjects = subjectsOf('un couple d’amoureux sous un parapluie rouge')
    expect(subjects.at(-1)).toMatchObject({ subject: 'umbrella', colour: 'red', relation: { kind: 'over' } })
    expect(subjects.map(({ figure }) => figure?.attribute ?? null)).toEqual([null, null, null])
  })

  it('has what is mended by whoever mends it', () => {
    const [, thing] = subjectsOf('un mécanicien qui répare une moto rouge')
    expect(thing).toMatchObject({ subject: 'motorcycle', relation: { kind: 'before', to: 0 } })
  })
})

describe('a place', () => {
  it.each([
    ['un boulanger parisien qui sort des baguettes du four', 'interior', ['figure', 'bread-oven']],
    ['un mécanicien sous un hangar', 'interior', ['figure', 'factory']],
    ['une sirène qui joue du djembé au clair de lune sur un rocher', 'sea', ['mermaid', 'long-drum']],
  ])('is what it is in « %s »', (prompt, environment, ids) => {
    const { spec } = planOf(prompt)
    expect([spec.environment, spec.subjects.map(({ subject }) => subject)]).toEqual([environment, ids])
  })

  it('has somebody on the side that is told, whatever they play', () => {
    expect(firstOf('le vieux qui joue du balafon à gauche d’un enfant')).toMatchObject({ position: 'left' })
  })

  it.each([
    ['un lion assis sur un trône', 'lion-seated'],
    ['un lion dans la savane', 'lion'],
    ['un orignal dans la neige', 'moose'],
    ['trois agoutis', 'agouti'],
  ])('« %s » is of this one: %s', (prompt, subject) => {
    expect(firstOf(prompt).subject).toBe(subject)
  })
})
