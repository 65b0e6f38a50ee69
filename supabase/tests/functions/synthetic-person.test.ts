/** The person that nobody is: what she finds of a system that works, of one whose engine fails, and of one that is not there. */
import { expect, test } from 'vitest'

import { startCollector } from '../../../tests/support/elsewhere/collector.ts'
import { startPainter } from '../../../tests/support/painter.ts'
import { password, join } from '../../../tests/support/people.ts'
import { startSystem } from '../../../tests/support/start-system.ts'
import { toMetrics, walk, type StepOutcome } from '../../../tools/operator/synthetic-walk.ts'

const problems = (outcomes: readonly StepOutcome[]) => outcomes.map(({ step, problem }) => [step, problem === null])

test('she signs in, reads, makes a picture and deletes it, and hears herself; what fails is told by its step', async () => {
  await using painter = await startPainter()
  Object.assign(process.env, painter.settings)
  await using collector = await startCollector()
  const told = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, TRACES_PERCENT: '100' }
  await using system = await startSystem({ ...painter.settings, ...told })
  const { user } = await join(system)
  const person = { url: system.url, email: user.email ?? '', password }
  const well = await walk(person)
  expect(well.map(({ step, problem }) => [step, problem])).toEqual(
    ['sign_in', 'feed', 'picture', 'live'].map((step) => [step, null]),
  )
  expect(toMetrics(well, new Date(5_000))).toMatch(
    /synthetic_step_up\{step="picture"\} 1\n[^]*synthetic_walk_ended_seconds 5\n$/,
  )
  // From her order to the job that paints it, one trace.
  await expect.poll(() => collector.spans().map(({ name }) => name)).toContain('picture job')
  const job = collector.spans().find(({ name }) => name === 'picture job')
  const ofOrder = () => collector.spans().filter(({ traceId }) => traceId === job?.traceId)
  await expect.poll(() => ofOrder().map(({ name }) => name)).toContain('POST /functions/v1/:name')
  const above = ofOrder().find(({ spanId }) => spanId === job?.parentSpanId)
  expect(above?.name).toBe('POST /functions/v1/:name')
  painter.failOnce()
  const failed = await walk(person, ['sign_in', 'picture', 'live'])
  expect(problems(failed)).toEqual([
    ['sign_in', true],
    ['picture', false],
    ['live', true],
  ])
  const stranger = await walk({ ...person, password: 'wrong' })
  expect(problems(stranger).every(([, isWell]) => !isWell)).toBe(true)
  expect(toMetrics(stranger, new Date())).toContain('synthetic_step_up{step="feed"} 0')
})
