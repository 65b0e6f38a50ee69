import { describe, expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

function shownOf(prompt: string): readonly string[] {
  const { subjects, objects } = planPicture({ prompt }).spec
  return [
    ...subjects.map(({ subject, figure, count }) => `${count} ${figure?.person ?? subject}`),
    ...objects.map(({ id, count }) => `${count} ${id}`),
  ]
}

describe('words of two senses', () => {
  it.each([
    ['papa et son fils à la pêche', ['1 man', '1 boy']],
    ['un lutteur sénégalais', ['1 wrestler']],
    ['deux lutteurs sénégalais', ['1 people-wrestling']],
    ['un super héros', ['1 superhero']],
    ['un cabri près du feu de bois', ['1 goat', '1 campfire']],
    ['un gâteau pour ses 10 ans', ['1 birthday-cake']],
    ['bateau bus sur la lagune', ['1 ferry']],
    ['nattes collées', ['1 woman']],
    ['six crayons', ['6 pencil']],
    ['une femme et trois hommes', ['1 woman', '3 man']],
    ['un mariage baoulé', ['1 woman', '1 man']],
    ['un casque sur une table', ['1 headphone']],
    ['un homme avec un casque sur une moto', ['1 man']],
    ['un taxi-brousse avec des bagages sur le toit', ['1 minibus', '4 luggage']],
    ['un pêcheur dans sa pirogue', ['1 man']],
    ['des oranges au marché', ['4 tangerine']],
    ['deux citrons', ['2 lemon']],
    ['sept oiseaux sur un fil électrique', ['7 bird']],
    ['un paon qui fait la roue', ['1 peacock']],
    ['un marchand de thé ambulant', ['1 man']],
    ['une femme lave le linge', ['1 woman']],
    ['un homme âgé', ['1 old-man']],
    ['deux vieux messieurs jouent aux échecs', ['2 old-man', '4 chess-pawn']],
    ['des lunettes sur un livre ouvert', ['1 glasses', '1 open-book']],
    ['old red convertible parked by the sea', ['1 automobile']],
    ['les invités en bazin jaune', ['4 person']],
  ])('« %s »', (prompt, shown) => {
    expect(shownOf(prompt)).toEqual(shown)
  })

  it.each(['un ange qui garde un enfant', 'tomates et oignons coupés'])(
    '« %s »: what is done is no thing',
    (prompt) => {
      expect(shownOf(prompt).join()).not.toMatch(/guard|trophy/)
    },
  )
})

describe('two places', () => {
  it.each([
    ['champ de tournesols et montagnes au loin', 'field'],
    ['une cabane au bord d’un lac gelé au Québec', 'lake'],
  ])('« %s »: the one that the picture is of', (prompt, environment) => {
    const { spec, plan } = planPicture({ prompt })
    expect([spec.environment, plan.unknown]).toEqual([environment, null])
  })
})

describe('a poster, a card or a sign', () => {
  it.each([
    'affiche soirée zouglou samedi à Yop, guitare et micro',
    'flyer pour vente de poulets, livraison à domicile',
    'carte de visite plombier',
    'invitation mariage de Aya et Kouassi',
    'toile de Korhogo avec des masques',
    'logo for my bakery',
  ])('« %s » shows what it names, on a plain ground', (prompt) => {
    const { plan, spec } = planPicture({ prompt })
    expect(plan.verdict).toBe('complete')
    expect(spec.environment).toBe('subject')
    expect(spec.styles).not.toContain('poster')
  })
})

describe('what is worn', () => {
  it.each([
    ['un requin qui porte une cravate rouge', ['1 shark']],
    ['un sorcier avec un chapeau pointu violet', ['1 old-man']],
    ['un grand boubou bleu pour homme', ['1 man']],
  ])('« %s »: nothing lies about', (prompt, shown) => {
    expect(shownOf(prompt)).toEqual(shown)
  })

  it('is told as missing where it is not drawn', () => {
    expect(planPicture({ prompt: 'un requin qui porte une cravate rouge' }).plan.missing).toEqual(['une cravate'])
  })
})

it.each([
  ['Awa au marché', ['1 woman']],
  ['portrait de Kossi en boubou', ['1 man']],
  ['Mamadou et Fatou sur la plage', ['1 man', '1 woman']],
])('« %s »: people are meant by their first names', (prompt, shown) => {
  expect(shownOf(prompt).toSorted()).toEqual(shown)
})

describe('a word that is not the thing of its name', () => {
  it.each([
    ['une infirmière écoute le cœur d’un monsieur', ['1 woman', '1 man']],
    ['une femme au cœur du marché', ['1 woman']],
    ['un basketteur va marquer un panier', ['1 man']],
    ['un panier sur une table', ['1 basket']],
    ['un éléphant arrose son petit avec sa trompe', ['1 elephant']],
    ['une femme arrose les fleurs', ['1 woman']],
    ['un homme tente sa chance', ['1 man']],
    ['une femme se douche', ['1 woman']],
    ['un livreur livre des repas', ['1 man', '4 fork-and-knife-with-plate']],
    ['un homme bat le tambour', ['1 man']],
    ['un vieux fume la pipe', ['1 old-man']],
    ['un poulet traverse la route', ['1 chicken']],
    ['du poulet grillé', ['1 poultry-leg']],
    ['du bar braisé', ['1 grilled-fish']],
    ['une salade d’avocat', ['1 green-salad', '1 avocado']],
    ['un avocat au tribunal', ['1 man']],
    ['une femme se regarde dans la glace', ['1 woman']],
    ['une glace à la vanille', ['1 ice-cream']],
    ['un pêcheur lance son épervier', ['1 man']],
    ['la famille regarde un film', ['1 woman', '1 man', '1 girl', '1 television']],
    ['des hommes regardent le match à la télé', ['4 man', '1 television']],
    ['un homme en veste de daim', ['1 man']],
    ['un homme au crâne rasé', ['1 man']],
    ['un potier à son tour', ['1 man']],
    ['un menuisier ponce une table', ['1 man']],
    ['un homme pêche au bord de la lagune', ['1 man']],
    ['une pêche bien mûre', ['1 peach']],
    ['une affiche de lutte contre le paludisme', []],
    ['il court car il pleut', []],
  ])('« %s »: %s', (prompt, shown) => {
    expect(shownOf(prompt)).toEqual(shown)
  })

  it.each([
    ['un tour de magie', ['un tour de magie']],
    ['une canne à sucre', ['une canne à sucre']],
    ['un oiseau bleu dans une cage', ['une cage']],
    ['un taxi avec des bagages sur la galerie', ['des bagages', 'la galerie']],
  ])('« %s »: %s is missing, and nothing is there in its place', (prompt, missing) => {
    expect(planPicture({ prompt }).plan.missing).toEqual(missing)
  })
})

describe('who does it with what', () => {
  it.each([
    ['des pêcheurs tirent la pirogue sur la plage', { pose: 'pulling', attribute: 'canoe' }],
    ['des pêcheurs tirent le filet', { pose: 'pulling', attribute: 'net-with-handle' }],
    ['les pêcheurs poussent leur pirogue', { doing: 'shoving', attribute: null }],
    ['une tresseuse au marché', { attribute: 'hair-pick' }],
    ['un vieux prépare l’ataya', { doing: 'brewing' }],
    ['un homme porte un sac sur la tête', { pose: 'carrying' }],
    ['un pêcheur répare son filet', { doing: 'repairing', attribute: 'net-with-handle' }],
    ['un garçon vend de l’eau en sachet', { attribute: 'water-sachet' }],
  ])('%s', (prompt, figure) => {
    expect(planPicture({ prompt }).spec.subjects[0]?.figure).toMatchObject(figure)
  })
})

it('« sous la pluie » is out of doors', () => {
  expect(planPicture({ prompt: 'un enfant sous la pluie' }).spec.environment).not.toBe('interior')
})

/** Without their numbers. */
const idsOf = (prompt: string) => shownOf(prompt).map((shown) => shown.replace(/^\d+ /, ''))

describe('a word that means something else beside some neighbours, beside others', () => {
  it.each([
    ['une boîte aux lettres', ['postbox']],
    ['un épervier plane au-dessus de la lagune', ['eagle']],
    ['une grue au bord de la route', ['building-construction']],
    ['une grue au bord de l’eau', ['flamingo']],
    ['une jolie pêche', ['peach']],
    ['une pêche au sirop', ['peach']],
    ['pomme, pêche, raisin', ['red-apple', 'peach', 'grapes']],
    ['une robe couleur pêche', ['dress']],
    ['l’élan traverse la forêt', ['moose']],
    ['une photo dans un cadre doré', ['framed-picture']],
    ['elle met le panier sur sa tête', ['basket']],
    ['red chair', ['chair']],
    ['blue plane', ['airplane']],
  ])('« %s »', (prompt, shown) => {
    expect(idsOf(prompt).slice(0, shown.length)).toEqual(shown)
  })

  it.each(['une boîte de nuit à Abidjan', 'devant une boîte de nuit', 'dans une boîte de nuit'])(
    '« %s » is the place',
    (prompt) => {
      expect(planPicture({ prompt }).spec.environment).toBe('stage')
    },
  )
})

describe('what is small or old', () => {
  it.each([
    ['un petit village le soir', []],
    ['un vieux bâtiment la nuit', []],
    ['une vieille église la nuit', ['church']],
    ['un vieux fume la pipe', ['old-man']],
    ['une petite joue la flûte', ['girl']],
  ])('is somebody only where they do something: « %s »', (prompt, shown) => {
    expect(idsOf(prompt).filter((id) => id !== 'flute')).toEqual(shown)
  })
})

describe('rain', () => {
  it('is outside of the window of whoever reads, and upon whoever is under it', () => {
    const placeOf = (prompt: string) => planPicture({ prompt }).spec.environment
    expect(placeOf('un bébé sous la pluie')).toBe('courtyard')
    expect(placeOf('un bébé joue, il pleut dehors')).toBe('interior')
  })
})
