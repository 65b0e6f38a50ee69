import { expect, it } from 'vitest'

import { freshPrompts, nonsense } from '../../../../tests/support/fresh-prompts.ts'
import { paint } from '../../index.ts'
import type { PromptSpec } from '../spec.ts'
import { planPicture } from './plan-picture.ts'

const plans = freshPrompts.map((row) => ({ ...row, ...planPicture({ prompt: row.prompt }) }))

function shareOf<Row>(rows: readonly Row[], isRight: (row: Row) => boolean): number {
  return rows.filter(isRight).length / rows.length
}

/** How many are drawn of what is named first. */
function countOf({ subjects, objects }: PromptSpec): number | undefined {
  const [main] = subjects
  if (!main) return objects[0]?.count
  return subjects.filter(({ said }) => said[0] === main.said[0]).reduce((sum, { count }) => sum + count, 0)
}

it('knows the main noun of 85 prompts of 100 that it was not made for', () => {
  const share = shareOf(plans, ({ noun, plan }) => {
    const isDrawn = plan.drawn.some(({ text }) => text.toLowerCase().includes(noun.toLowerCase()))
    return isDrawn && (plan.verdict === 'complete' || plan.verdict === 'partial')
  })
  expect(freshPrompts).toHaveLength(200)
  expect(share).toBeGreaterThanOrEqual(0.85)
})

it('draws as many as are said, 95 times of 100', () => {
  const counted = plans.filter(({ count }) => count !== null)
  expect(counted.length).toBeGreaterThan(15)
  expect(shareOf(counted, ({ count, spec }) => countOf(spec) === count)).toBeGreaterThanOrEqual(0.95)
})

it('gives the main noun its colour, 90 times of 100', () => {
  const coloured = plans.filter(({ colour }) => colour !== null)
  expect(coloured.length).toBeGreaterThan(40)
  const share = shareOf(
    coloured,
    ({ colour, spec: { subjects, objects } }) => (subjects[0]?.colour ?? objects[0]?.colour) === colour,
  )
  expect(share).toBeGreaterThanOrEqual(0.9)
})

it.each(nonsense)('« %s » is nothing that is paid for', (prompt) => {
  expect(['subject_unknown', 'abstract']).toContain(planPicture({ prompt }).plan.verdict)
})

it('paints what it announced', () => {
  for (const { prompt, plan } of plans.filter((_, place) => place % 25 === 0))
    expect(paint({ prompt, width: 256, height: 256, seed: 5 }).metadata.plan).toEqual(plan)
})
