import { expect, test } from 'vitest'

import { asPhrase, faultOf } from './passphrase.ts'

test('five different words are a passphrase, however they are set apart; fewer, shorter or repeated ones are none', () => {
  expect(faultOf('lagune piment tambour fenêtre orage')).toBeNull()
  expect(faultOf('Lagune-Piment-Tambour-Fenêtre-Orage')).toBeNull()
  expect(faultOf('lagune piment tambour fenêtre')).toBe('weak')
  expect(faultOf('lagune Lagune LAGUNE lagune lagune')).toBe('weak')
  expect(faultOf('je ne te le dis pas du tout')).toBe('weak')
  expect(faultOf('motdepassetreslong123456789')).toBe('weak')
  expect(faultOf(`lagune piment tambour fenêtre ${'o'.repeat(200)}`)).toBe('long')
})

test('what a keyboard adds around words is no part of it', () => {
  expect(asPhrase('  lagune  piment\ttambour ')).toBe('lagune piment tambour')
})
