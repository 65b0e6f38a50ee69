import { describe, expect, it } from 'vitest'

import { Random } from '../../../core/random.ts'
import { paint } from '../../../index.ts'
import { planPicture } from '../../../prompt/plan/plan-picture.ts'
import { composeGround } from '../../compose.ts'
import '../../../objects/subjects/drawings.ts'

function standingsOf(prompt: string) {
  const { spec } = planPicture({ prompt })
  return composeGround(spec, { width: 256, height: 256 }, new Random(7)).standings
}

describe('hands', () => {
  it('reach nobody where the other one has no body to reach', () => {
    const { spec } = planPicture({ prompt: 'une infirmière qui vaccine un petit garçon' })
    const [nurse, boy] = spec.subjects
    const subjects = [nurse!, { ...boy!, subject: 'cat', figure: null }]
    const { standings } = composeGround({ ...spec, subjects }, { width: 256, height: 256 }, new Random(7))
    expect(standings.filter(({ reach }) => reach)).toEqual([])
  })

  it.each([
    'un papa qui tient la main de sa petite fille',
    'deux amis qui se serrent la main',
    'une femme qui donne un cadeau à son mari',
  ])('of both are at one place in « %s »', (prompt) => {
    const [one, other] = standingsOf(prompt).filter(({ reach }) => reach)
    expect(one!.reach!.far).toEqual(other!.reach!.far)
    const [x, y] = one!.reach!.far
    const [left, right] = [one!.x, other!.x].toSorted((a, b) => a - b)
    expect(x).toBeGreaterThan(left!)
    expect(x).toBeLessThan(right!)
    for (const { foot, height } of [one!, other!]) {
      expect(y).toBeLessThan(foot - height * 0.25)
      expect(y).toBeGreaterThan(foot - height * 0.85)
    }
  })

  it.each(['une coiffeuse qui tresse les cheveux d’une fille', 'une infirmière qui vaccine un petit garçon'])(
    'are at whoever « %s » is done to, who sits',
    (prompt) => {
      const standings = standingsOf(prompt)
      const [actor, seated] = [standings.find(({ reach }) => reach)!, standings.find(({ isSeated }) => isSeated)!]
      const [x, y] = actor.reach!.far
      expect(Math.abs(x - seated.x)).toBeLessThan(seated.breadth / 2)
      expect(y).toBeLessThan(seated.foot - seated.height * 0.5)
      expect(y).toBeGreaterThan(seated.foot - seated.height * 1.1)
      const arm = actor.height * 0.42
      expect(Math.abs(x - actor.x)).toBeLessThan(arm)
    },
  )
})

/** Share of the pixels in which the first channel leads the second one. */
function shareOf(prompt: string, leads: (r: number, g: number, b: number) => boolean): number {
  const { data, width, height } = paint({ prompt, width: 256, height: 256, seed: 3 })
  let count = 0
  for (let i = 0; i < data.length; i += 3) if (leads(data[i]!, data[i + 1]!, data[i + 2]!)) count++
  return count / (width * height)
}

describe('a colour', () => {
  const isBlue = (r: number, _g: number, b: number) => b > r + 25
  const isPink = (r: number, g: number, b: number) => r > g + 35 && b > g + 15

  it('is that of the plate, in which the dish lies', () => {
    expect(shareOf('du garba dans une assiette bleue', isBlue)).toBeGreaterThan(0.02)
    expect(shareOf('du garba', isBlue)).toBeLessThan(0.01)
  })

  it('is that of the suit', () => {
    expect(shareOf('un sapeur en costume rose', isPink)).toBeGreaterThan(0.06)
  })
})

describe('what belongs to somebody', () => {
  it('has one rope in the hands of all who pull, and nobody on another line', () => {
    const row = standingsOf('six pêcheurs tirent le filet sur la plage')
    expect(row).toHaveLength(6)
    expect(new Set(row.map(({ reach }) => reach!.far[1])).size).toBe(1)
    expect(new Set(row.map(({ foot }) => foot)).size).toBe(1)
    const places = row.map(({ x }) => x)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('lies under the car with the feet in the picture, the tools on the ground before it', () => {
    const standings = standingsOf('un mécanicien couché sous un taxi rouge, ses outils sont par terre')
    const of = (id: string) => standings.find(({ asked }) => asked.subject === id)!
    const [man, car, tools] = [of('figure'), of('taxi'), of('toolbox')]
    expect(man.isBehind).toBe(true)
    expect(Math.abs(man.x - car.x)).toBeLessThan((man.breadth + car.breadth) / 2)
    expect(man.x - man.breadth / 2).toBeGreaterThan(0)
    expect(man.x + man.breadth / 2).toBeLessThan(256)
    expect(tools.support).toBeUndefined()
    expect(tools.foot).toBeGreaterThan(car.foot)
  })

  it.each(['un astronaute plante un drapeau orange sur la lune', 'un mécanicien, ses outils par terre dans la rue'])(
    'stands on no little table in « %s »',
    (prompt) => {
      for (const { support } of standingsOf(prompt)) expect(support).toBeUndefined()
    },
  )

  it('has a house behind whatever stands before it', () => {
    const standings = standingsOf('deux taxis jaunes passent, les gens sont arrêtés devant une boutique')
    const shop = standings.find(({ asked }) => asked.subject === 'department-store')!
    const before = standings.filter(({ asked, x, breadth }) => {
      return asked !== shop.asked && Math.abs(x - shop.x) < (breadth + shop.breadth) / 2
    })
    expect(before.length).toBeGreaterThan(0)
    for (const { foot } of before) expect(foot).toBeGreaterThan(shop.foot)
  })
})
