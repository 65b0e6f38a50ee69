import { describe, expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

const planOf = (prompt: string) => planPicture({ prompt })
const subjectsOf = (prompt: string) => planOf(prompt).spec.subjects
const idsOf = (prompt: string) => subjectsOf(prompt).map(({ subject }) => subject)
const shown = (prompt: string) =>
  subjectsOf(prompt).map(({ subject, figure, count }) => `${count} ${figure?.person ?? subject}`)
const gradeIn = (prompt: string, text: string) =>
  planOf(prompt).plan.drawn.find((thing) => thing.text === text)?.grade ?? null
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
    expect(figure).toMatchObject({ pose: 'riding', passenger: { figure: { babyOnBack: 'awake' } } })
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

describe('two nouns in a row', () => {
  it.each([
    ['a chicken farmer', ['1 man', '1 chicken']],
    ['a fish seller at the market', ['1 man', '4 fish']],
    ['a camel driver', ['1 man', '1 camel']],
    ['a goat farmer', ['1 man', '1 goat']],
    ['a crab fisherman', ['1 man', '1 crab']],
    ['chicken farmer', ['1 man', '1 chicken']],
    ['un chien policier', ['1 dog']],
    ['deux chats cuisiniers', ['2 cat']],
  ])('« %s »: the last is somebody in English, the first in French', (prompt, subjects) => {
    expect(shown(prompt)).toEqual(subjects)
  })
})

describe('what is not drawn of somebody is not said to be', () => {
  it.each([
    ['un chat cuisinier', 'cuisinier'],
    ['un chien policier', 'policier'],
    ['un robot infirmier', 'infirmier'],
    ['un roi à cheval avec une cape rouge', 'une cape'],
    ['une reine assise avec une cape bleue', 'une cape'],
  ])('« %s »: %s is missing', (prompt, missing) => {
    expect(planOf(prompt).plan.missing).toContain(missing)
  })

  it('is like the boy where a robot stands for him, and a cape that is seen is told', () => {
    expect(gradeIn('un garçon en robot', 'un garçon')).toBe('similar')
    expect(gradeIn('un robot', 'un robot')).toBe('exact')
    expect(gradeIn('une reine avec une cape bleue', 'une cape')).toBe('exact')
  })

  it.each([
    ['une fille pieds nus et un garçon en chaussures rouges', [true, undefined]],
    ['un garçon en chaussures rouges et une fille pieds nus', [undefined, true]],
    ['a boy and a barefoot little girl', [undefined, true]],
    ['pieds nus, une femme danse', [true]],
  ])('« %s »: barefoot is who is said to be', (prompt, barefoot) => {
    expect(subjectsOf(prompt).map(({ figure }) => figure?.isBarefoot)).toEqual(barefoot)
  })
})

describe('whoever is on two wheels', () => {
  it.each([
    'un zem derrière une femme',
    'a biker taking a photo of a woman',
    'un motard porte un casque et une femme le regarde',
    'un motard conduit vers une femme',
  ])('takes nobody along in « %s »', (prompt) => {
    expect(subjectsOf(prompt).map(({ figure }) => figure?.passenger)).toEqual([undefined, undefined])
  })

  it.each(['un zem qui dépose une vieille dame', 'un zem avec une femme derrière lui'])(
    'has her behind in « %s »',
    (prompt) => {
      expect(subjectsOf(prompt).map(({ figure }) => figure?.passenger !== undefined)).toEqual([true])
    },
  )
})

describe('« four »', () => {
  it.each([
    ['Ma grand-mère sort le pain du four', 'four'],
    ['un four', 'un four'],
    ['un four à pain', 'un four à pain'],
  ])('is an oven in « %s », in the words that were typed', (prompt, text) => {
    expect(gradeIn(prompt, text)).toBe('exact')
  })

  it.each(['le four crématoire', 'il fait un four', 'un four à micro-ondes', 'un four micro ondes'])(
    'is neither a bread oven nor four of anything in « %s »',
    (prompt) => {
      expect(shown(prompt)).toEqual([])
    },
  )

  it('is a number in English, and old people are told as they were typed', () => {
    expect(shown('four dogs')).toEqual(['4 dog'])
    expect(planOf('le vié mécano').plan.drawn.map(({ text }) => text)).toEqual(['le vié mécano'])
    expect(shown('le vié mécano')).toEqual(['1 old-man'])
  })
})

it.each([
  ['un lion près d’un homme assis', ['lion', 'figure']],
  ['un chat sur le canapé qui dort', ['cat-asleep', 'couch-and-lamp']],
  ['un lion à côté d’un chien endormi', ['lion', 'dog-asleep']],
])('« %s »: who sits or sleeps is who is named last before it', (prompt, ids) => {
  expect(subjectsOf(prompt).map(({ subject }) => subject)).toEqual(ids)
})

describe('a company', () => {
  it.each([
    ['une troupe d’enfants', ['5 boy']],
    ['une troupe de 3 danseurs', ['3 man']],
    ['une armée de soldats', ['5 man']],
    ['une bande de copains', ['5 man']],
  ])('« %s » is who it is of', (prompt, subjects) => {
    expect(shown(prompt)).toEqual(subjects)
    expect(planOf(prompt).plan).toMatchObject({ unknown: null, missing: [] })
  })

  it('of nobody is a thing that is not known', () => {
    expect(planOf('une bande de papier').plan.unknown).toBe('une bande')
  })
})

it('has a portrait of an animal as well', () => {
  expect(planOf('image de profil d’un chien').plan).toMatchObject({ unknown: null, missing: [] })
})
