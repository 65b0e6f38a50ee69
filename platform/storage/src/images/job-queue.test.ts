import { expect, test } from 'vitest'

import { JobQueue, QueueFullError } from './job-queue.ts'

/** Jobs that end when told to. */
function jobs(queue: JobQueue) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const job = (name: string) => () => {
    started.push(name)
    const { promise, resolve } = Promise.withResolvers<string>()
    ends.set(name, () => resolve(name))
    return promise
  }
  return {
    started,
    run: (name: string) => queue.run(job(name)),
    background: (name: string) => queue.runInBackground(job(name)),
    end: (name: string) => ends.get(name)?.(),
  }
}

test('so many at a time, in order', async () => {
  const { started, run, end } = jobs(new JobQueue(2, 10))
  const all = ['a', 'b', 'c'].map(run)
  expect(started).toEqual(['a', 'b'])
  end('b')
  await all[1]
  await Promise.resolve()
  expect(started).toEqual(['a', 'b', 'c'])
  end('a')
  end('c')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
})

test('when the line is full, the next is sent away at once', async () => {
  const { run, end } = jobs(new JobQueue(1, 1))
  const first = run('a')
  const second = run('b')
  await expect(run('c')).rejects.toThrow(QueueFullError)
  end('a')
  await first
  await Promise.resolve()
  end('b')
  await second
})

test('background jobs wait for people and leave a place free', async () => {
  const { started, run, background, end } = jobs(new JobQueue(2, 10))
  const late = [background('x'), background('y')]
  const person = run('a')
  expect(started).toEqual(['x', 'a'])
  end('a')
  await person
  await Promise.resolve()
  expect(started).toEqual(['x', 'a'])
  end('x')
  await late[0]
  await Promise.resolve()
  expect(started).toEqual(['x', 'a', 'y'])
  end('y')
  await late[1]
})

test('a job that fails makes room', async () => {
  const queue = new JobQueue(1, 5)
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(() => Promise.resolve('next'))).toBe('next')
})
