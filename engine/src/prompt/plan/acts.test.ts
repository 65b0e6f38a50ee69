import { describe, expect, it } from 'vitest'

import { DOINGS } from '../lexicon/doings.ts'
import { planPicture } from './plan-picture.ts'

const subjectsOf = (prompt: string) => planPicture({ prompt }).spec.subjects

describe('what one does to another one', () => {
  it.each([
    ['une coiffeuse qui tresse les cheveux d’une fille', { kind: 'hair', to: 1 }, 'seated'],
    ['un coiffeur qui coupe les cheveux d’un client', { kind: 'hair', to: 1 }, 'seated'],
    ['une infirmière qui vaccine un petit garçon', { kind: 'arm', to: 1 }, 'seated'],
    ['un papa qui tient la main de sa petite fille', { kind: 'hands', to: 1 }, null],
    ['une femme qui donne un cadeau à son mari', { kind: 'give', to: 1 }, null],
  ])('« %s » is an act between the two', (prompt, act, pose) => {
    const [first, second] = subjectsOf(prompt)
    expect(first!.act).toEqual(act)
    expect(second!.figure!.pose).toBe(pose)
  })

  it('is done by whoever is named last when the other one was named before', () => {
    const [bride, groom] = subjectsOf('la mariée en pagne kita doré et le marié lui tient la main')
    expect([bride!.act?.kind, bride!.colour, groom!.figure!.garment]).toEqual(['hands', 'gold', 'suit'])
  })

  it('is between the two whom one word names', () => {
    expect(subjectsOf('deux amis qui se serrent la main')[0]!.act).toEqual({ kind: 'hands', to: 0 })
  })

  it('puts what is given into the hand that gives it', () => {
    const subjects = subjectsOf('une femme qui donne un cadeau à son mari')
    expect(subjects.map(({ figure }) => figure?.attribute)).toEqual(['wrapped-gift', null])
  })
})

describe('what a body does', () => {
  it.each([
    ['un gardien de but qui plonge pour arreter le ballon', 'diving'],
    ['cinq élèves qui lèvent le doigt', 'raising'],
    ['une maitresse qui écrit au tableau noir', 'raising'],
    ['une femme qui applaudit', 'clapping'],
    ['un homme qui dort', 'lying'],
  ])('« %s »', (prompt, pose) => {
    expect(subjectsOf(prompt)[0]!.figure!.pose).toBe(pose)
  })
})

describe('what is done with the hands', () => {
  it.each([
    ['une grand-mère qui tricote un pull rouge', 'knitting', 'seated', 'red'],
    ['un tisserand', 'weaving', 'tabled', null],
    ['une couturière derrière sa machine à coudre', 'machining', 'tabled', null],
    ['une femme qui remue une marmite sur le feu', 'stirring', 'working', null],
    ['un pêcheur lançant son filet', 'casting', 'working', null],
    ['un vendeur pousse une charrette de noix de coco', 'pushing', 'working', null],
    ['un écolier qui écrit dans son cahier bleu', 'writing', 'tabled', 'blue'],
    ['deux copines prennent un selfie', 'selfie', 'standing', null],
    ['un homme qui prie à genoux', 'praying', 'sitting', null],
    ['a woman sweeping the yard', 'sweeping', 'working', null],
  ])('« %s »: %s', (prompt, doing, pose, accessoryColour) => {
    const { spec, plan } = planPicture({ prompt })
    expect(spec.subjects.filter(({ isBackdrop }) => !isBackdrop)).toHaveLength(1)
    expect(spec.subjects[0]!.figure).toMatchObject({ doing, pose, accessoryColour })
    expect([plan.missing, plan.unshown]).toEqual([[], []])
  })

  it.each([
    'du poisson braisé avec une femme',
    'une femme dans la cuisine',
    'un homme avec une plante',
    'une grille de mots',
  ])('« %s » is no act', (prompt) => {
    expect(subjectsOf(prompt).filter(({ figure }) => figure?.doing !== undefined)).toEqual([])
  })

  it('is on the head in its basket', () => {
    const [carrier] = subjectsOf('une femme qui porte un panier de tomates sur la tête')
    expect(carrier!.figure).toMatchObject({ pose: 'carrying', attribute: 'basket', load: ['tomato'] })
  })

  it('is done where the words say', () => {
    expect(planPicture({ prompt: 'une femme qui prépare la sauce dans la cuisine' }).spec.environment).toBe('interior')
    expect(planPicture({ prompt: 'un paysan qui laboure' }).spec.environment).toBe('field')
  })
})

describe('what nobody in the picture does', () => {
  it.each([
    ['un homme qui jongle avec des oranges', ['qui jongle']],
    ['une fille qui grimpe', ['qui grimpe']],
    ['une fille qui pleure', []],
    ['un chien qui court sur la plage', []],
    ['un chat qui saute sur la plage', ['qui saute']],
    ['un homme qui danse et une femme qui chante', []],
    ['une femme qui regarde la mer', []],
  ])('« %s »: is told', (prompt, acts) => {
    expect(planPicture({ prompt }).plan.unshown).toEqual(acts)
  })

  it('is told, and no plan is complete then', () => {
    expect(planPicture({ prompt: 'un garçon qui grimpe' }).plan.verdict).toBe('partial')
  })
})

describe('who sits on somebody', () => {
  it.each(['un pirate avec un perroquet sur l’épaule', 'un perroquet vert sur l’épaule d’un pirate'])(
    '« %s »',
    (prompt) => {
      const subjects = subjectsOf(prompt)
      const bird = subjects.findIndex(({ subject }) => subject === 'parrot')
      expect(subjects[bird]).toMatchObject({ relation: { kind: 'on', to: 1 - bird } })
      expect(subjects[bird]!.perch).toBeUndefined()
    },
  )
})

describe('what is worn', () => {
  it.each([
    [
      'un jeune sapeur en costume rose, chaussures blanches et une canne',
      'pink',
      { garment: 'suit', shoeColour: 'white', attribute: 'cane' },
    ],
    [
      'portrait d’une femme avec un grand moussor violet et des boucles d’oreilles en or',
      null,
      { headwear: 'headscarf', headColour: 'violet', jewelColour: 'gold' },
    ],
    [
      'une dame en robe bleue, sac rouge et lunettes de soleil',
      'blue',
      { garment: 'dress', attribute: 'handbag', accessoryColour: 'red', eyewear: 'sunglasses' },
    ],
    ['un vieil homme avec une canne et un chapeau noir', null, { headColour: 'black', attribute: 'cane' }],
    ['un boulanger avec un tablier blanc', 'white', { garment: 'apron' }],
    [
      'une vendeuse de poisson avec un foulard jaune et un pagne bleu',
      'blue',
      { headColour: 'yellow', garment: 'pagne' },
    ],
  ])('« %s » is on one body', (prompt, colour, figure) => {
    const [first] = subjectsOf(prompt)
    expect(first!.figure).toMatchObject(figure)
    expect([null, colour]).toContain(first!.colour)
  })

  it('does not include what lies elsewhere', () => {
    expect(subjectsOf('une femme, un chapeau sur la table').length).toBe(2)
  })

  it('is in the hand of whose it is, before the tool of a trade', () => {
    const [planter] = subjectsOf('un planteur de cacao qui ouvre une cabosse jaune avec sa machette')
    expect(planter!.figure!.attribute).toBe('kitchen-knife')
  })

  it('leaves « une pianiste » a woman', () => {
    expect(subjectsOf('une pianiste sur scène')[0]!.figure!.person).toBe('woman')
  })
})

describe('where it is', () => {
  it('is in a stadium, and beside none', () => {
    const { environment, subjects } = planPicture({ prompt: 'un gardien de but qui plonge, stade plein' }).spec
    expect(environment).toBe('stadium')
    expect(subjects.filter(({ isBackdrop }) => !isBackdrop)).toHaveLength(1)
  })

  it.each([
    ['deux hiboux sur une branche au clair de lune', 'branch'],
    ['trois margouillats à tête orange sur un mur blanc', 'wall'],
    ['une sirène assise sur un rocher', 'rock'],
  ])('« %s » is on it', (prompt, perch) => {
    expect(subjectsOf(prompt)[0]!.perch).toBe(perch)
  })

  it('has houses in the colour that is said of them, and no roses', () => {
    expect(subjectsOf('Gorée au coucher du soleil avec les maisons roses')[0]!.colour).toBe('pink')
  })

  it('has one plate, with all that is on it', () => {
    expect(
      subjectsOf('garba avec thon frit, oignon, piment vert dans une assiette bleue').map((one) => one.subject),
    ).toEqual(['attieke'])
    expect(subjectsOf('une assiette verte de riz').map((one) => one.subject)).toEqual(['cooked-rice'])
  })
})

describe('a verb behind « s’ »', () => {
  it.each([
    ['deux lutteurs s’affrontent dans l’arène', ['s’affrontent']],
    ['une femme s’habille devant la fenêtre', []],
  ])('« %s » is told as it was typed, and no letter alone', (prompt, unshown) => {
    expect(planPicture({ prompt }).plan.unshown).toEqual(unshown)
  })

  it('is in no list as two words', () => {
    const isShort = (verb: string) => verb.length < 3
    expect(DOINGS.filter(({ verbs }) => [...verbs].some(isShort))).toEqual([])
  })
})
