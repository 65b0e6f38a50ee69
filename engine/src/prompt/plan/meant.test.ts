import { expect, it } from 'vitest'

import { planPicture } from './plan-picture.ts'

const seen = (prompt: string) =>
  planPicture({ prompt }).spec.subjects.map(({ subject, count, size, figure }) =>
    [count, size, subject, figure?.person, figure?.pose, figure?.attribute].filter(Boolean).join(' '),
  )

it.each([
  ['Deux lutteurs dans le sable', ['1 people-wrestling']],
  ['Quatre lutteurs dans le sable', ['2 people-wrestling']],
  ['Un éléphant et son petit au bord de l’eau', ['1 elephant', '1 small elephant']],
  ['Une lionne avec ses petits', ['1 lioness', '2 small lioness']],
  ['Un chien qui dort sur un canapé', ['1 dog-asleep', '1 couch-and-lamp']],
  ['Un chien et un enfant qui dort', ['1 dog', '1 boy lying']],
  ['Un chat avec des lunettes de soleil', ['1 cat', '1 sunglasses']],
  ['Une fête au village avec des danseurs', ['4 figure man dancing']],
  ['Une pizza', ['1 whole-pizza']],
  ['Deux verres de jus', ['2 glass-of-juice']],
  ['Une poutine avec du fromage', ['1 poutine']],
  ['Une chorale de dix personnes', ['10 figure person talking']],
  ['Hockey sur glace, deux gamins', ['2 figure boy holding ice-hockey']],
  ['Le thé servi par un homme', ['1 figure man holding teapot']],
  ['Un tailleur qui coud une robe', ['1 figure man tabled dress']],
  ['Un robot qui arrose des fleurs', ['1 robot', '1 watering-can']],
  ['Une équipe de football', ['5 figure man holding soccer-ball']],
  ['Une équipe de basket de 5 filles', ['5 figure girl']],
  ['Les amoureux se promènent', ['1 figure woman walking', '1 figure man walking']],
  ['Un joueur de hockey sur glace', ['1 figure man holding ice-hockey']],
  ['Une infirmière qui vaccine un bébé', ['1 figure woman holding syringe', '1 figure baby']],
  ['Un tournoi dimanche 15 août avec ballon', ['1 soccer-ball']],
  ['Un homme au feu rouge', ['1 figure man']],
  ['Un car rapide plein de passagers', ['1 car-rapide', '4 figure person']],
  ['Un bébé chat au sommet d’une colline', ['1 cat']],
  ['Deux bébés lions dans la savane', ['2 lion']],
  ['Une vendeuse avec des piles de pagnes', ['1 figure woman carrying basket']],
  ['Un homme et son vélo au bord du canal Saint-Martin', ['1 figure man', '1 bicycle']],
  ['Une femme qui arrose ses plantes', ['1 figure woman holding watering-can', '4 potted-plant']],
])('« %s » is meant as it is said', (prompt, subjects) => {
  expect(seen(prompt)).toEqual(subjects.map((subject) => subject.replace(/^1 boy/, '1 figure boy')))
})

it('shows whoever eats together around the dish', () => {
  expect(seen('Une famille qui mange le foutou ensemble')).toEqual([
    '1 figure woman sitting',
    '1 figure man sitting',
    '1 figure girl sitting',
    '1 foutou',
  ])
  expect(seen('Alloco entre amis')[0]).toBe('3 figure person sitting')
  expect(seen('Un dîner entre amis')[0]).toBe('3 figure person sitting')
})

it('gives a wall, a cloth on the table and hair the colour that is said of them', () => {
  const coloursOf = (prompt: string) => planPicture({ prompt }).spec.colourOf
  expect(coloursOf('Un vélo jaune contre un mur bleu').get('wall')).toBe('blue')
  expect(coloursOf('Un plat de riz sur une nappe verte').get('tablecloth')).toBe('green')
  const [woman] = planPicture({ prompt: 'Une femme avec des tresses rouges' }).spec.subjects
  expect(woman?.figure?.hairColour).toBe('red')
})

it('leaves the black of a person to the skin, and a side to no coast', () => {
  const [nurse] = planPicture({ prompt: 'Une infirmière noire' }).spec.subjects
  expect([nurse?.colour, nurse?.figure?.tone]).toEqual([null, 'dark'])
  expect(planPicture({ prompt: 'Une radio à côté d’une lampe' }).spec.environment).not.toBe('sea')
  expect(planPicture({ prompt: 'Un éléphant roi, dessin animé' }).spec.styles).toEqual(['minimal'])
})

it('sets a parasol over whoever has it, and passengers in their bus', () => {
  const { subjects } = planPicture({ prompt: 'Une vendeuse de mangues avec un parasol rouge' }).spec
  expect(subjects.find(({ subject }) => subject === 'umbrella')?.relation).toEqual({ kind: 'over', to: 0 })
  const [bus, passengers] = planPicture({ prompt: 'Un car rapide plein de passagers' }).spec.subjects
  expect([bus?.isBackdrop, passengers?.isBackdrop]).toEqual([false, true])
})

it('dresses all whom one word names alike', () => {
  const { subjects } = planPicture({ prompt: 'Des enfants en boubou blanc' }).spec
  expect(new Set(subjects.map(({ figure, colour }) => `${figure?.garment} ${colour}`))).toEqual(
    new Set(['boubou white']),
  )
})

it('keeps two lots of one thing apart, and gives what is worn to whom the words give it', () => {
  const lots = planPicture({ prompt: '5 ballons rouges et 2 ballons verts attachés à une chaise' }).spec.subjects
  expect(lots.map(({ subject, count, colour }) => [subject, count, colour])).toEqual([
    ['balloon', 5, 'red'],
    ['balloon', 2, 'green'],
    ['chair', 1, null],
  ])
  expect(lots[0]?.relation).toEqual({ kind: 'over', to: 2 })
  const wedding = planPicture({ prompt: 'mariage, la mariée en pagne kita et le marié avec couronne d’or' }).spec
  expect(wedding.subjects.map(({ figure }) => [figure?.garment, figure?.headwear])).toEqual([
    ['pagne', null],
    ['suit', 'crown'],
  ])
})

it.each([
  ['affiche tournoi avec ballon et coupe dorée', ['1 soccer-ball', '1 trophy']],
  ['un éléphant roi', ['1 elephant', '1 crown']],
  ['une fille avec ses copines, cheveux en nattes', ['1 girl', '4 girl']],
  ['un zémidjan qui transporte deux poulets', ['1 man riding motor-scooter', '2 rooster']],
  ['une dame qui descend d’un avion', ['1 woman', '1 airplane-parked']],
  ['un plat de thiéboudienne avec poisson et carotte', ['1 thieboudienne']],
])('means by « %s » what is seen', (prompt, shown) => {
  expect(seen(prompt).map((one) => one.replace('figure ', ''))).toEqual(shown)
})

it('takes the umbrellas of a market for its roofs, and a promotion for a poster', () => {
  expect(planPicture({ prompt: 'marché vu d’en haut avec des parapluies' }).spec.subjects[0]?.isBackdrop).toBe(true)
  const { environment, lettering } = planPicture({ prompt: 'promo ramadan : lait, affiche verte' }).spec
  expect([environment, lettering]).toEqual(['subject', ['promo ramadan']])
})

it('takes a name for no planet', () => {
  expect(planPicture({ prompt: 'Un vélo sur le quai du canal Saint-Martin' }).spec.environment).not.toBe('mars')
})
