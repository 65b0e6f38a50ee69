import { expect, test } from 'vitest'

import { blankSheet, detailsOf, wholeOf, wrongFields, type ServiceSheet } from './service-sheet.ts'

const whole: ServiceSheet = {
  ...blankSheet,
  title: 'Portraits',
  description: 'Un portrait à partir de vos photos.',
  samples: ['a', 'b', 'c'],
  price: '5 000',
  days: '10',
  aiShare: 'mixed',
}

test('a blank sheet lacks what nobody can guess', () => {
  expect(wrongFields(blankSheet)).toEqual(['title', 'description', 'samples', 'price_from', 'days', 'ai_share'])
  expect(wrongFields(whole)).toEqual([])
})

const wrong: readonly [string, Partial<ServiceSheet>][] = [
  ['title', { title: 'x'.repeat(81) }],
  ['title', { title: '   ' }],
  ['samples', { samples: ['a', 'b'] }],
  ['price_from', { price: '1900' }],
  ['price_from', { price: '5 050' }],
  ['price_from', { price: 'cher' }],
  ['days', { days: '121' }],
  ['days', { days: '2,5' }],
  ['options', { options: [{ name: '', price: '500', days: '' }] }],
  ['options', { options: [{ name: 'Fond', price: '-100', days: '' }] }],
  ['slots', { slots: '0' }],
  ['away_from', { awayFrom: '2027-03-02', awayTo: '2027-03-01' }],
  ['away_from', { awayFrom: '2027-03-02', awayTo: '' }],
]
test.each(wrong)('a wrong %s is named: %j', (field, given) => {
  expect(wrongFields({ ...whole, ...given })).toEqual([field])
})

test('numbers are read as they are typed, and empty rows of options are none', () => {
  expect(wholeOf('12 500')).toBe(12_500)
  const options = [
    { name: 'Fond', price: '', days: '2' },
    { name: '', price: '', days: '' },
  ]
  expect(detailsOf({ ...whole, options })).toMatchObject({
    price_from: 5000,
    options: [{ name: 'Fond', price: 0, days: 2 }],
    away_from: null,
  })
})
