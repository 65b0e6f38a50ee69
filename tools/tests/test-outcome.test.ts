import { describe, expect, test } from 'vitest'

import { outcomeOf, withSecondTry } from './test-outcome.ts'

const passing = { status: 'passed', fullName: 'adds' }
const skipped = { status: 'pending', fullName: 'needs Redis' }
const failing = { status: 'failed', fullName: 'is first', failureMessages: ['expected 2\n  to be 1'] }

function report(...files: { name: string; tests: (typeof passing)[]; message?: string }[]) {
  return {
    testResults: files.map(({ name, tests, message = '' }) => ({
      name,
      message,
      status: message !== '' || tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
      assertionResults: tests,
    })),
  }
}

describe('what a run came to', () => {
  test('counts what passed, names what failed and what was not run', () => {
    const files = [
      { name: 'a.test.ts', tests: [passing, skipped] },
      { name: 'b.test.ts', tests: [failing, passing] },
    ]
    expect(outcomeOf(report(...files), 1)).toEqual({
      passed: 2,
      passedBeside: 1,
      failures: [{ title: 'is first', message: 'expected 2 to be 1' }],
      files: ['b.test.ts'],
      late: [],
      notRun: ['needs Redis'],
    })
  })

  test('a file that does not load is one failure', () => {
    const { failures, files } = outcomeOf(report({ name: 'c.test.ts', tests: [], message: 'no such module' }), 1)
    expect(failures).toEqual([{ title: 'c.test.ts', message: 'no such module' }])
    expect(files).toEqual(['c.test.ts'])
  })

  test('a run that crashes is a failure, with a report and without', () => {
    expect(outcomeOf(null, 1).failures).toHaveLength(1)
    expect(outcomeOf(report({ name: 'a.test.ts', tests: [passing] }), 1).failures).toHaveLength(1)
    expect(outcomeOf(report({ name: 'a.test.ts', tests: [passing] }), 0).failures).toEqual([])
  })
})

describe('a second try', () => {
  const first = outcomeOf(
    report({ name: 'a.test.ts', tests: [passing] }, { name: 'b.test.ts', tests: [failing, passing] }),
    1,
  )

  test('that passes counts, and is named', () => {
    const second = outcomeOf(report({ name: 'b.test.ts', tests: [{ ...failing, status: 'passed' }, passing] }), 0)
    const { passed, failures, late } = withSecondTry(first, second)
    expect({ passed, failures }).toEqual({ passed: 3, failures: [] })
    expect(late.map(({ title }) => title)).toEqual(['is first'])
  })

  test('that fails too stays a failure', () => {
    const second = outcomeOf(report({ name: 'b.test.ts', tests: [failing, passing] }), 1)
    const { passed, failures, late } = withSecondTry(first, second)
    expect(passed).toBe(2)
    expect(failures.map(({ title }) => title)).toEqual(['is first'])
    expect(late).toEqual([])
  })

  test('that crashes stays a failure', () => {
    expect(withSecondTry(first, outcomeOf(null, 1)).failures).toHaveLength(1)
  })
})
