/** Few jobs at a time, a bounded number waiting; background ones run only when nobody waits. */

export class QueueFullError extends Error {
  override readonly name = 'QueueFullError'

  constructor() {
    super('Too many jobs are waiting')
  }
}

interface Waiting {
  start(): void
}

export class JobQueue {
  readonly #parallel: number
  readonly #length: number
  readonly #waiting: Waiting[] = []
  readonly #background: Waiting[] = []
  #running = 0
  #runningBackground = 0

  constructor(parallel: number, length: number) {
    this.#parallel = parallel
    this.#length = length
  }

  /** @throws {QueueFullError} when as many wait as may */
  run<T>(job: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.#length) return Promise.reject(new QueueFullError())
    return this.#enqueue(this.#waiting, job, false)
  }

  /** Runs one at a time and leaves a place free for people. @throws {QueueFullError} */
  runInBackground<T>(job: () => Promise<T>): Promise<T> {
    if (this.#background.length >= this.#length) return Promise.reject(new QueueFullError())
    return this.#enqueue(this.#background, job, true)
  }

  #enqueue<T>(line: Waiting[], job: () => Promise<T>, isBackground: boolean): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const start = () => {
      this.#running += 1
      if (isBackground) this.#runningBackground += 1
      void job()
        .then(resolve, reject)
        .finally(() => {
          this.#running -= 1
          if (isBackground) this.#runningBackground -= 1
          this.#startNext()
        })
    }
    line.push({ start })
    this.#startNext()
    return promise
  }

  #startNext(): void {
    while (this.#running < this.#parallel && this.#waiting.length > 0) this.#waiting.shift()?.start()
    if (this.#running < this.#parallel && this.#runningBackground === 0) this.#background.shift()?.start()
  }
}
