import { describe, expect, test } from 'vitest'

import { jsonOf } from '../fake-server.ts'
import { orderOf, threeReferences, witness } from '../own-orders.ts'
import { orderPath, refused, startSdapi } from './sdapi-under-test.ts'

describe.each(['next', 'cpp'] as const)('jobs of %s', (family) => {
  const jobPath = family === 'next' ? '/sdapi/v2/jobs/' : '/sdcpp/v1/jobs/'

  test('the place in the queue, then the work, then the picture', async () => {
    const { picture, fake, engine } = await startSdapi(family)
    fake.isHeld = true
    fake.busyWith(3)
    const places: number[] = []
    const context = witness({
      onProgress({ position, stage }) {
        const isNew = position !== undefined && position !== places.at(-1)
        if (isNew) places.push(position)
        if (isNew || stage === 'painting') fake.paint()
      },
    })
    const made = await engine.generate(orderOf(), context)
    expect(Buffer.from(made.file)).toEqual(picture)
    expect(places).toEqual([2, 1, 0])
    expect(context.told.filter(({ stage }) => stage === 'painting')).toContainEqual({
      share: family === 'next' ? 0.475 : null,
      stage: 'painting',
    })
  })

  test.each([0, 1])('cancelling reaches the server with %i jobs before', async (before) => {
    const { fake, engine } = await startSdapi(family)
    fake.isHeld = true
    fake.busyWith(before)
    const context = witness()
    const work = engine.generate(orderOf(), context)
    await fake.until(`GET ${jobPath}`)
    context.cancel()
    await expect(work).rejects.toThrow('canceled')
    expect(fake.count(family === 'next' ? `DELETE ${jobPath}` : `POST ${jobPath}`)).toBe(1)
    fake.paint()
    fake.paint()
    // The native server paints to its end what it has begun.
    expect(fake.painted).toHaveLength(family === 'cpp' && before === 0 ? 1 : 0)
  })

  test.each(['lost', 'stopping'])('a job that is %s goes on for whoever takes it up', async (reason) => {
    const { picture, fake, create } = await startSdapi(family)
    fake.isHeld = true
    const order = orderOf()
    const lost = witness()
    const first = create().generate(order, lost)
    await fake.until(`GET ${jobPath}`)
    lost.cancel(reason)
    await expect(first).rejects.toBe(reason)
    const again = witness({ upstreamId: lost.saved[0] ?? null, onProgress: () => fake.paint() })
    expect(Buffer.from((await create().generate(order, again)).file)).toEqual(picture)
    expect(fake.count(orderPath[family])).toBe(1)
  })

  test('F-08 a second attempt takes up the first one’s job; another picture and another family do not', async () => {
    const { picture, fake, create } = await startSdapi(family)
    fake.isHeld = true
    const order = orderOf()
    const lost = witness()
    const first = create().generate(order, lost)
    await fake.until(`GET ${jobPath}`)
    const again = witness({ upstreamId: lost.saved[0] ?? null, onProgress: () => fake.paint() })
    expect(Buffer.from((await create().generate(order, again)).file)).toEqual(picture)
    await first
    expect([fake.painted.length, fake.count(orderPath[family]), again.saved]).toEqual([1, 1, []])
    fake.isHeld = false
    const others = [lost.saved[0]?.replace(':42:', ':43:'), 'other:42:job_1', `${family}:42:../../x`]
    for (const upstreamId of others) await create().generate(order, witness({ upstreamId: upstreamId ?? null }))
    expect(fake.painted).toHaveLength(4)
  })

  test('what the server forgot, or failed at, is begun anew', async () => {
    const { picture, fake, engine } = await startSdapi(family)
    fake.isHeld = true
    const context = witness()
    const first = engine.generate(orderOf(), context)
    await fake.until(`GET ${jobPath}`)
    fake.paint('RuntimeError: no kernel image')
    const error = await refused(first)
    expect(error.message).toContain('no kernel image')
    fake.isHeld = false
    for (const upstreamId of [context.saved[0] ?? '', `${family}:42:gone`]) {
      expect(Buffer.from((await engine.generate(orderOf(), witness({ upstreamId }))).file)).toEqual(picture)
    }
    expect(fake.painted).toHaveLength(2)
  })

  test('moments of the network while a job is under way cost nothing; a server that stays away is given up', async () => {
    const { picture, fake, engine } = await startSdapi(family)
    const [, ...moments] = [null, { status: 502 }, { half: { a: 'b'.repeat(500) } }, { body: '<html>' }] as const
    fake.isHeld = true
    const work = engine.generate(orderOf(), witness())
    await fake.until(`GET ${jobPath}`)
    fake.script(`GET ${jobPath}`, ...moments)
    fake.paint()
    expect(Buffer.from((await work).file)).toEqual(picture)

    const given = engine.generate(orderOf({ seed: 1 }), witness())
    fake.script(orderPath[family], { status: 202, body: { id: 'job_x', status: 'queued' } })
    fake.script(
      `GET ${jobPath}job_x`,
      { body: { id: 'job_x', status: 'generating' } },
      ...Array.from({ length: 5 }, () => ({ status: 500 })),
    )
    expect(await refused(given)).toMatchObject({ problem: 'engine_failed', upstream: '500' })
  })

  test('a job that ends without a picture, and one without a name', async () => {
    const { fake, engine } = await startSdapi(family)
    fake.script(orderPath[family], { status: 202, body: { id: '../up' } }, { status: 202, body: { id: 'job_x' } })
    expect(await refused(engine.generate(orderOf(), witness()))).toMatchObject({ isRetryable: false })
    fake.script(`GET ${jobPath}job_x`, { body: { id: 'job_x', status: 'completed', result: { images: [] } } })
    expect(await refused(engine.generate(orderOf(), witness()))).toMatchObject({ problem: 'empty_result' })
  })
})

test('SD.Next: the size in both of its forms, and the address of the picture is not followed', async () => {
  const { fake, engine } = await startSdapi('next')
  const references = (await threeReferences()).slice(0, 1)
  await engine.generate(orderOf({ references }), witness())
  expect(jsonOf(await fake.until('POST /sdapi/v2/jobs'))).toMatchObject({
    type: 'generate',
    width: 512,
    width_before: 512,
    height: 384,
    height_before: 384,
    resize_mode_before: 2,
  })
  expect(fake.count('GET /sdapi/v2/jobs/0000000000000000/images/0')).toBe(1)
})
