/** Servers with jobs of their own that paint nothing: SD.Next, and stable-diffusion.cpp with its native API. */
import { isAllowed, jsonOf, startFakeServer, type Asked, type FakeServer, type Reply } from '../fake-server.ts'

export interface FakeSdapi extends FakeServer {
  /** What was painted, in order: the bodies of the requests. */
  readonly painted: Record<string, unknown>[]
  /** While true, orders wait for `paint()`. */
  isHeld: boolean
  /** Ends the first order that waits. */
  paint(failure?: string): void
  /** Others' jobs, before whatever comes. */
  busyWith(count: number): void
}

export interface FakeSdapiOptions {
  readonly picture: Uint8Array
  readonly family: 'web' | 'next' | 'cpp' | 'cpp-web'
  /** `user:password` of `--api-auth`. */
  readonly login?: string
}

interface Job {
  readonly id: string
  readonly created: string
  readonly body: Record<string, unknown> | null
  state: 'waiting' | 'active' | 'completed' | 'failed' | 'cancelled'
  error: string | null
}

/** What the two families call alike things. */
interface Dialect {
  readonly root: string
  readonly submit: string
  readonly waiting: string
  readonly active: string
  id(number: number): string
  describe(job: Job, place: number, picture: Uint8Array): Record<string, unknown>
  /** Also those that are being painted. */
  readonly cancelsAll: boolean
}

const next: Dialect = {
  root: '/sdapi/v2/jobs',
  submit: '/sdapi/v2/jobs',
  waiting: 'pending',
  active: 'running',
  cancelsAll: true,
  id: (number) => number.toString(16).padStart(16, '0'),
  describe({ body, created, error, state }) {
    const image = { index: 0, url: 'http://127.0.0.1:9/elsewhere.png', width: 64, height: 48, format: 'png', size: 9 }
    const progress = { waiting: 0, active: 0.5, completed: 1, failed: 0, cancelled: 0 }[state]
    const result = state === 'completed' ? { images: [image], info: {}, params: body } : null
    return { type: 'generate', progress, created_at: created, error, result }
  },
}

const cpp: Dialect = {
  root: '/sdcpp/v1/jobs',
  submit: '/sdcpp/v1/img_gen',
  waiting: 'queued',
  active: 'generating',
  cancelsAll: false,
  id: (number) => `job_6a_${number.toString(16).padStart(8, '0')}`,
  describe({ error, state }, place, picture) {
    const images = [{ index: 0, b64_json: Buffer.from(picture).toString('base64') }]
    const result = state === 'completed' ? { output_format: 'png', images } : null
    const problem = error === null ? null : { code: 'generation_failed', message: error }
    return { kind: 'img_gen', queue_position: place, result, error: problem }
  },
}

const notFound: Reply = { status: 404, body: { detail: 'Not Found' } }

class Jobs {
  readonly painted: Record<string, unknown>[] = []
  isHeld = false
  private readonly jobs: Job[] = []
  private readonly dialect: Dialect
  private readonly picture: Uint8Array

  constructor(dialect: Dialect, picture: Uint8Array) {
    this.dialect = dialect
    this.picture = picture
  }

  busyWith(count: number): void {
    for (let left = count; left > 0; left -= 1) this.add(null)
  }

  paint(failure?: string): void {
    const [job, following] = this.open()
    if (!job) return
    if (following) following.state = 'active'
    job.state = failure ? 'failed' : 'completed'
    job.error = failure ?? null
    if (!failure && job.body) this.painted.push(job.body)
  }

  submit(asked: Asked): Reply {
    const body = this.describe(this.add(jsonOf(asked)))
    if (!this.isHeld) this.paint()
    return { status: 202, body }
  }

  list({ path }: Asked): Reply {
    const status = new URLSearchParams(path.replace(/^.*\?/, '')).get('status')
    const all = this.jobs.map((job) => this.describe(job))
    const items = all.filter((job) => status === null || job['status'] === status).toReversed()
    return { body: { items, total: items.length, offset: 0, limit: 20 } }
  }

  ofOne({ method, path }: Asked): Reply {
    const [id, rest] = path.slice(this.dialect.root.length + 1).split(/\/(.*)/s)
    const job = this.jobs.find((job) => job.id === id)
    if (!job) return notFound
    if (rest === 'images/0') return { body: this.picture }
    if (method !== 'DELETE' && rest !== 'cancel') return { body: this.describe(job) }
    if (job.state !== 'waiting' && !(this.dialect.cancelsAll && job.state === 'active'))
      return { status: 409, body: { detail: 'Job cannot be cancelled', error: 'job is not queued' } }
    job.state = 'cancelled'
    return { body: { id, status: 'cancelled' } }
  }

  private open(): Job[] {
    return this.jobs.filter(({ state }) => state === 'waiting' || state === 'active')
  }

  private add(body: Job['body']): Job {
    const number = this.jobs.length
    const created = new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString()
    const state = this.open().length === 0 ? 'active' : 'waiting'
    const job: Job = { id: this.dialect.id(number), created, body, state, error: null }
    this.jobs.push(job)
    return job
  }

  private describe(job: Job): Record<string, unknown> {
    const place = this.jobs.filter(({ state }) => state === 'waiting').indexOf(job) + 1
    const { waiting, active } = this.dialect
    const status = { waiting, active, completed: 'completed', failed: 'failed', cancelled: 'cancelled' }[job.state]
    return { id: job.id, status, ...this.dialect.describe(job, place, this.picture) }
  }
}

export async function startFakeJobs({ picture, family, login }: FakeSdapiOptions): Promise<FakeSdapi> {
  const dialect = family === 'next' ? next : cpp
  const jobs = new Jobs(dialect, picture)
  const server = await startFakeServer((asked) => {
    const { method, path } = asked
    if (!isAllowed(asked, login)) return { status: 401, body: { detail: 'Not authenticated' } }
    if (method === 'POST' && path === dialect.submit) return jobs.submit(asked)
    if (path === '/sdcpp/v1/capabilities' && dialect === cpp) return { body: { supported_modes: ['img_gen'] } }
    if (path.startsWith(`${dialect.root}?`) && dialect === next) return jobs.list(asked)
    return path.startsWith(`${dialect.root}/`) ? jobs.ofOne(asked) : notFound
  })
  return Object.assign(jobs, server)
}
