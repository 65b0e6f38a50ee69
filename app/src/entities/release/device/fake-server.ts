/** A server that releases builds, as a service worker meets it: with a list of hashes, an archive, and a network between. */
import { createHash } from 'node:crypto'

export interface Release {
  readonly id: string
  /** By path: what it holds. A path changes with its content. */
  readonly files: ReadonlyMap<string, string>
  readonly core: readonly string[]
  readonly late: readonly string[]
}

/** As much of a response as the worker looks at. */
export class Answer {
  readonly status = 200
  readonly type = 'basic'
  readonly redirected = false
  readonly body: string
  readonly #headers: Readonly<Record<string, string>>
  readonly headers = { get: (name: string) => this.#headers[name] ?? null }

  constructor(body: string, headers: Readonly<Record<string, string>>) {
    this.body = body
    this.#headers = headers
  }

  get isPage(): boolean {
    return this.headers.get('content-type') === 'text/html'
  }

  clone(): Answer {
    return new Answer(this.body, this.#headers)
  }

  async arrayBuffer(): Promise<Uint8Array> {
    return new TextEncoder().encode(this.body)
  }
}

const known = new Map<string, string>()

export function integrityOf(content: string): string {
  const integrity = known.get(content) ?? `sha256-${createHash('sha256').update(content).digest('base64')}`
  known.set(content, integrity)
  return integrity
}

/** Of two builds in a row most files are the same. */
export function releaseOf(number: number): Release {
  const file = (name: string, state: number): [string, string] => [
    `/assets/${name}${String(state).padStart(4, '0')}.js`,
    `${name} ${state}`,
  ]
  const core = [file('main', number), file('pack', number >> 2)]
  const late = [file('view', number >> 1), file('chat', 0)]
  const id = `b${number}`
  return { id, files: new Map([...core, ...late]), core: core.map(([path]) => path), late: late.map(([path]) => path) }
}

export class Server {
  served = releaseOf(0)
  readonly archive = new Map(this.served.files)
  newest = 0
  deployments = 0
  isForced = false
  /** `portal`: somebody else answers, with a page. */
  network: 'there' | 'gone' | 'portal' = 'there'
  /** What a worker fetches to keep it has other bytes. */
  isPoisoned = false
  /** Of several processes one still has the build before. */
  before: Release | null = null

  get isThere(): boolean {
    return this.network === 'there' && !this.isPoisoned
  }

  release(number: number): void {
    const next = releaseOf(number)
    if (next.id !== this.served.id) this.deployments += 1
    this.served = next
    this.newest = Math.max(number, this.newest)
    for (const [path, content] of next.files) this.archive.set(path, content)
  }

  /** @throws {TypeError} as `fetch` does */
  answer(path: string, { integrity, isOfWorker = false }: { integrity?: string; isOfWorker?: boolean } = {}): Answer {
    if (this.network === 'gone') throw new TypeError('Failed to fetch')
    if (this.network === 'portal')
      return this.#held(new Answer('<p>Connexion</p>', { 'content-type': 'text/html' }), integrity)
    if (path === '/' || path === '/app-shell') {
      const { id } = this.before ?? this.served
      return new Answer(id, { 'content-type': 'text/html', 'x-build': id })
    }
    const content = this.archive.get(path)
    if (content === undefined) throw new TypeError('404')
    const isOther = this.isPoisoned && isOfWorker
    return this.#held(new Answer(isOther ? `${content}!` : content, { 'content-type': 'text/javascript' }), integrity)
  }

  #held(answer: Answer, integrity: string | undefined): Answer {
    if (integrity !== undefined && integrityOf(answer.body) !== integrity) throw new TypeError('Failed to fetch')
    return answer
  }
}
