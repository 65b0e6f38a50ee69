import { describe, expect, it } from 'vitest'

import { planPicture } from '../../plan/plan-picture.ts'

const specOf = (prompt: string) => planPicture({ prompt }).spec
const subjectsOf = (prompt: string) => specOf(prompt).subjects
const shown = (prompt: string) => subjectsOf(prompt).map(({ subject, count }) => `${count} ${subject}`)

describe('what people do every day', () => {
  it.each([
    ['un garçon court dans la rue', 'running'],
    ['un homme porte un sac de riz sur l’épaule', 'shouldering'],
    ['un homme pousse une voiture en panne', 'shoving'],
    ['un taxi en panne, le chauffeur pousse', 'shoving'],
    ['un homme monte sur une échelle', 'climbing'],
    ['un garçon grimpe à un arbre', 'climbing'],
    ['un menuisier rabote une planche', 'planing'],
    ['une menuisière au travail', 'planing'],
    ['un boxeur frappe un sac de frappe', 'boxing'],
    ['un joueur soulève la coupe', 'lifting'],
    ['un photographe photographie une mariée', 'photographing'],
    ['un homme se brosse les dents', 'brushing'],
    ['une femme étend le linge', 'hanging'],
    ['une femme ramasse des mangues', 'gathering'],
    ['un maçon construit un mur', 'walling'],
    ['un homme coupe du bois', 'chopping'],
    ['une femme coupe des tomates', 'cutting'],
    ['un homme téléphone dans la rue', 'phoning'],
  ])('« %s »: %s', (prompt, doing) => {
    expect(subjectsOf(prompt).map(({ figure }) => figure?.doing)).toContain(doing)
    expect(planPicture({ prompt }).plan.unshown).toEqual([])
  })

  it.each([
    'un homme devant la porte',
    'une fille en pantalon court',
    'un homme pousse une brouette devant un taxi',
    'un homme qui porte une chemise bleue',
  ])('« %s » is none of them', (prompt) => {
    const mine = new Set(['running', 'shoving', 'shouldering', 'climbing'])
    expect(subjectsOf(prompt).some(({ figure }) => mine.has(figure?.doing ?? ''))).toBe(false)
  })
})

describe('a child on the shoulders', () => {
  it.each(['un père porte sa fille sur les épaules', 'un enfant sur les épaules de son père'])(
    '« %s » is one body',
    (prompt) => {
      const [bearer, ...others] = subjectsOf(prompt)
      expect(others).toEqual([])
      expect(bearer!.figure!.person).toBe('man')
      expect(bearer!.figure!.onShoulders).toBeDefined()
    },
  )
})

describe('animals', () => {
  it.each([
    ['un chien qui court', 'running'],
    ['un cheval galope dans la savane', 'running'],
    ['une vache couchée dans l’herbe', 'lying'],
    ['une chèvre qui dort', 'lying'],
    ['un chat qui saute', undefined],
    ['un serpent qui dort', undefined],
  ])('« %s »: %s', (prompt, gait) => {
    expect(subjectsOf(prompt)[0]!.gait).toBe(gait)
  })

  it('sleep with open eyes only like it', () => {
    const { drawn } = planPicture({ prompt: 'une chèvre qui dort' }).plan
    expect(drawn.find(({ text }) => text.includes('dort'))?.grade).toBe('similar')
  })

  it.each([
    ['une lionne', '1 lioness'],
    ['un pangolin', '1 pangolin'],
    ['un oiseau vole dans le ciel', '1 bird-flying'],
    ['deux chevaux galopent', '2 horse'],
  ])('« %s » is %s', (prompt, drawing) => {
    expect(shown(prompt)).toEqual([drawing])
  })
})

describe('nothing lies about that is told of somebody', () => {
  it.each([
    ['une boxeuse enceinte avec des gants dorés', ['1 figure']],
    ['une Nana Benz, lunettes et bijoux en or', ['1 figure']],
    ['un egungun avec costume rouge et perles', ['1 egungun']],
    ['une vendeuse avec un grand panier sur la tête', ['1 figure']],
    ['a taxi driver sleeping on the hood of his yellow car', ['1 figure', '1 automobile']],
    ['le miroir montre deux clients', ['1 mirror', '2 figure']],
  ])('« %s »', (prompt, things) => {
    expect(shown(prompt)).toEqual(things)
  })

  it('jewels have their colour', () => {
    expect(subjectsOf('une Nana Benz, lunettes et bijoux en or')[0]!.figure!.jewelColour).toBe('gold')
  })
})

describe('who is meant', () => {
  it('a family of four is four', () => {
    const all = subjectsOf('famille de quatre qui mange des crêpes').filter(({ figure }) => figure)
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  })

  it('a women’s team is of women', () => {
    expect(subjectsOf('équipe de foot féminine')[0]!.figure!.person).toBe('woman')
  })

  it('whoever eats is the picture, the dish before them', () => {
    const [first, second] = subjectsOf('thieboudienne rouge, cinq personnes mangent autour')
    expect([first!.count, first!.figure!.doing, second!.subject]).toEqual([5, 'eating', 'thieboudienne'])
  })

  it('who is taught to ride rides', () => {
    const [, pupil] = subjectsOf('papi apprend le vélo à sa petite fille')
    expect([pupil!.figure!.pose, pupil!.figure!.attribute]).toEqual(['riding', 'bicycle'])
  })

  it('a mask that dances is on somebody', () => {
    const [{ figure }] = subjectsOf('masque zaouli qui danse au village') as [ReturnType<typeof subjectsOf>[0]]
    expect([figure?.pose, figure?.attribute]).toEqual(['dancing', 'mask'])
  })

  it('an article without its apostrophe is read', () => {
    expect(subjectsOf('perroquet gris sur lepaule d’un pirate')[0]!.relation?.kind).toBe('on')
  })

  it('whoever is in a mirror lies on no floor', () => {
    expect(shown('un coiffeur rase un jeune homme, le miroir montre 2 clients qui dorment')).not.toContain('2 figure')
  })
})

describe('words of here', () => {
  it.each(
    'tchep|gangan|kpanlogo|pinasse|ndiaga ndiaye|dozo|placeuse|koliko|klui klui|agogo|foyer de charbon|baye fall|manguier|sac de frappe|haltère|pièce montée'.split(
      '|',
    ),
  )('« %s » is drawn', (word) => {
    expect(planPicture({ prompt: word }).plan.verdict).not.toBe('abstract')
    expect(subjectsOf(word)).not.toEqual([])
  })
})
