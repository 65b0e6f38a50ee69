import { describe, expect, it } from 'vitest'

import { planPicture } from '../plan-picture.ts'

const planOf = (prompt: string) => planPicture({ prompt }).plan
const subjectsOf = (prompt: string) => planPicture({ prompt }).spec.subjects
const peopleOf = (prompt: string) => subjectsOf(prompt).map(({ figure, count }) => `${count} ${figure?.person}`)

describe('a colour in a name', () => {
  it.each([
    ['chat noir qui dort sur un canapé vert', 'cat-asleep', 'black'],
    ['un chat roux endormi', 'cat-asleep', 'orange'],
    ['un chien blanc qui dort', 'dog-asleep', 'white'],
  ])('%s', (prompt, subject, colour) => {
    expect(subjectsOf(prompt)[0]).toMatchObject({ subject, colour })
  })

  it('is told where a drawing keeps its own', () => {
    expect(planOf('un thieboudienne vert').unshown).toEqual(['vert'])
    expect(planOf('un thieboudienne rouge').unshown).toEqual([])
  })
})

describe('feminine words are women', () => {
  it.each([
    ['deux clientes', '2 woman'],
    ['une passagère', '1 woman'],
    ['trois vendeuses', '3 woman'],
    ['des voisines', '4 woman'],
    ['deux menuisières', '2 woman'],
    ['une pompière', '1 woman'],
    ['trois pêcheuses', '3 woman'],
    ['une boulangère', '1 woman'],
    ['deux actrices', '2 woman'],
    ['une élève', '1 girl'],
    ['une vieille enseignante', '1 old-woman'],
    ['une médecin', '1 woman'],
    ['une personne', '1 person'],
    ['un client', '1 person'],
    ['trois clients', '3 person'],
  ])('%s: %s', (prompt, people) => {
    expect(peopleOf(prompt)).toEqual([people])
  })
})

describe('nouns that are the same for one and for several', () => {
  it.each([
    ['gars là il vend des pastèques', 1],
    ['le gars boit du thé', 1],
    ['les gars du quartier', 4],
    ['des petits gars', 4],
    ['trois gars', 3],
    ['une souris grise', 1],
    ['les souris', 4],
    ['les lunettes', 1],
  ])('%s: %i', (prompt, count) => {
    expect(subjectsOf(prompt)[0]?.count).toBe(count)
  })
})

describe('a baby on a back', () => {
  it.each([
    ['bébé endormi au dos de sa maman', { person: 'woman', babyOnBack: 'asleep' }],
    ['un bébé sur le dos de sa grand-mère', { person: 'old-woman', babyOnBack: 'awake' }],
    ['une vendeuse d’oranges avec son bébé au dos', { attribute: 'basket', pose: 'carrying', babyOnBack: 'awake' }],
    ['une femme avec son bébé au dos qui balaie la cour', { doing: 'sweeping', babyOnBack: 'awake' }],
    ['une femme qui porte son bébé au dos', { babyOnBack: 'awake' }],
  ])('is one body with who bears it: %s', (prompt, figure) => {
    const people = subjectsOf(prompt).filter((asked) => asked.figure !== null)
    expect(people).toHaveLength(1)
    expect(people[0]!.figure).toMatchObject(figure)
  })

  it('« qui marchande » is no market woman', () => {
    expect(peopleOf('une maman qui marchande au marché')).toEqual(['1 woman'])
  })
})

describe('what belongs together is one', () => {
  it.each([
    ['un zemidjan qui transporte trois sacs de riz sur sa moto', 1],
    ['quatre adolescents dansent le coupé-décalé', 1],
    ['thieboudienne avec du poisson, des carottes et du manioc dans un grand bol', 1],
    ['garba avec piment et oignons dans une assiette blanche', 1],
  ])('%s', (prompt, many) => {
    expect(subjectsOf(prompt)).toHaveLength(many)
  })

  it('a load is behind the seat, by the piece', () => {
    const prompt = 'un zemidjan en chemise jaune qui transporte trois gros sacs de riz sur sa moto'
    expect(subjectsOf(prompt)[0]?.figure?.load).toEqual(['sack', 'sack', 'sack'])
    expect(planOf(prompt).verdict).toBe('complete')
  })

  it('a plate in the colour that is said of it is shown', () => {
    expect(planOf('garba dans une assiette blanche').unshown).toEqual([])
  })
})

describe('where something is', () => {
  it('a hut that somebody is before is there', () => {
    const [, hut] = subjectsOf('une vieille femme qui pile le mil devant sa case, pagne rouge')
    expect(hut).toMatchObject({ subject: 'hut', relation: { kind: 'behind', to: 0 } })
  })

  it.each([
    ['cinq cahiers sur le bureau', 'table'],
    ['un taxi traverse le pont, Dakar', 'lagoon'],
    ['une basketteuse saute pour marquer', 'stadium'],
  ])('%s: %s', (prompt, environment) => {
    expect(planPicture({ prompt }).spec.environment).toBe(environment)
  })
})

describe('what nobody would miss asks for no consent', () => {
  it.each([
    'le vieux joue à l’awalé avec son petit-fils, il rit parce qu’il a encore gagné',
    'une coiffeuse dans son salon, Paris',
    'deux femmes au marché, nord du Bénin',
    'une basketteuse saute pour marquer, maillot rouge',
    'un homme danse, samedi soir',
    'un forgeron qui tape le fer rouge',
    'portrait d’un vieillard, turban indigo, regard doux',
  ])('%s', (prompt) => {
    expect(planOf(prompt).verdict).toBe('complete')
  })

  it('names of places are told all the same', () => {
    expect(planOf('une coiffeuse dans son salon, Paris').missing).toEqual(['Paris'])
  })

  it('a photograph in black and white is drawn so', () => {
    expect(planOf('un tailleur, photo ancienne en noir et blanc').unshown).toEqual([])
  })

  it.each([
    ['quatre femmes marchandent sous le soleil', 'marchandent'],
    ['un homme, assis sur une voiture, il téléphone et crie', 'crie'],
  ])('what is done and not seen is still told: %s', (prompt, act) => {
    expect(planOf(prompt).unshown.join(' ')).toContain(act)
  })
})
