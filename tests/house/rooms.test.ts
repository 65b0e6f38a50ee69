import { describe, expect, test } from 'vitest'

import { entriesByFolder, longClasses, mutualSiblings, readHouse, scraps, type House } from './house-plan.ts'

const most = { entries: 20, classLines: 250, scrapLines: 40, scraps: 50 }

/** Lists by nature: whoever looks for something there knows its name. */
const listsByNature = new Map([
  ['platform/rest/src/sql/golden', 'one statement a feature of the wire, written by the test'],
  ['supabase/migrations', 'what was applied stays, and only gets more'],
  ['docs/decisions', 'numbered records, and only get more'],
  ['supabase/functions', 'the hosted service finds each function by the name of its folder there'],
])

const circlesByNature = new Map([
  ['./{tests,tools}', 'the runners read what they run, and the tests run commands as the runners do'],
  ['./{supabase,tests}', 'tests look at the product, whose own tests in supabase/tests stand on tests/support'],
])

/** Open work: a line goes when the class is split. */
const classesNotYet = new Set<string>()

const house = readHouse()
const of = (files: Record<string, string>): House => new Map(Object.entries(files))

test('the house is seen', () => {
  expect(house.size).toBeGreaterThan(1000)
})

describe('folders', () => {
  const tooFull = (of: House) => [...entriesByFolder(of)].filter(([, count]) => count > most.entries)

  test(`hold at most ${most.entries} files and folders`, () => {
    const open = tooFull(house).filter(([folder]) => !listsByNature.has(folder))
    expect(open).toEqual([])
  })

  test('of 21 entries are seen, folders counted', () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a/b/${index}.ts`, '']))
    expect(tooFull(of(files))).toEqual([])
    expect(tooFull(of({ ...files, 'a/b/c/d/e.ts': '' }))).toEqual([['a/b', 21]])
  })
})

describe('sibling folders', () => {
  test('do not import each other', () => {
    expect(mutualSiblings(house).filter((pair) => !circlesByNature.has(pair))).toEqual([])
  })

  test('that do are seen, through types, subpath imports and deeper files', () => {
    const there = { 'app/src/a/b/one.ts': "import type { Two } from '#c/two.ts'\nexport type One = Two" }
    expect(mutualSiblings(of({ ...there, 'app/src/c/two.ts': 'export type Two = 2' }))).toEqual([])
    const back = { 'app/src/c/two.ts': "export const two = () => import('../a/b/one.ts')" }
    expect(mutualSiblings(of({ ...there, ...back }))).toEqual(['./app/src/{a,c}'])
  })
})

describe('classes', () => {
  const found = longClasses(house, most.classLines)

  test(`have at most ${most.classLines} lines`, () => {
    expect(found.filter((name) => !classesNotYet.has(name))).toEqual([])
  })

  test('stand among the exceptions only while they need it', () => {
    expect([...classesNotYet].filter((name) => !found.includes(name))).toEqual([])
  })

  test('that are longer are seen', () => {
    const classOf = (lines: number) => of({ 'a.ts': `export class Long {${'\n'.repeat(lines - 1)}}\n` })
    expect(longClasses(classOf(most.classLines), most.classLines)).toEqual([])
    expect(longClasses(classOf(most.classLines + 1), most.classLines)).toEqual(['Long in a.ts'])
  })
})

describe('scraps', () => {
  test(`are at most ${most.scraps}`, () => {
    expect(scraps(house, most.scrapLines).slice(most.scraps)).toEqual([])
  })

  test('are small files whose one reader is beside them', () => {
    const scrap = 'export const scrap = 1\n'
    const reader = "import { scrap } from './scrap.ts'\nexport const twice = 2 * scrap\n"
    const planted = { 'a/scrap.ts': scrap, 'a/reader.ts': reader }
    expect(scraps(of(planted), most.scrapLines)).toEqual(['a/scrap.ts'])
    const long = { ...planted, 'a/scrap.ts': scrap.repeat(most.scrapLines + 1) }
    const lazy = { ...planted, 'a/reader.ts': "export const late = () => import('./scrap.ts')" }
    const elsewhere = { 'a/scrap.ts': scrap, 'b/reader.ts': reader.replace('./', '../a/') }
    for (const others of [long, lazy, elsewhere, { ...planted, 'a/scrap.test.ts': reader }])
      expect(scraps(of(others), most.scrapLines)).toEqual([])
  })
})
