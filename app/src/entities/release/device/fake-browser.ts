/**
 * What a browser does with a service worker: installs it, lets it wait, has it take over, asks it for pages and files; and
 * it may end at any moment. The worker is the real one, whole; only what it calls of the platform is made here.
 */
import { createHash } from 'node:crypto'

import { integrityOf, type Answer, type Release, type Server } from './fake-server.ts'

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void
  respondWith?(answer: Promise<Answer>): void
  request?: object
}
type Listener = (event: WorkerEvent) => void

const origin = 'https://cortexia.example'
const hops = 20
const never = new Promise<never>(() => {})

export class Browser {
  readonly server: Server
  readonly caches = new Map<string, Map<string, Answer>>()
  active: Worker | null = null
  waiting: Worker | null = null
  /** What the platform still does before the browser ends. */
  left = Infinity
  /** Of this start of the browser; what an earlier one had under way is never answered. */
  start = 0
  onTakeOver: (release: Release, before: { isLost: boolean }) => void = () => {}
  readonly #run: (scope: Readonly<Record<string, unknown>>) => void
  #end: () => void = () => {}
  ended = new Promise<void>((resolve) => (this.#end = resolve))

  constructor(server: Server, run: (scope: Readonly<Record<string, unknown>>) => void) {
    this.server = server
    this.#run = run
  }

  get isOver(): boolean {
    return this.left < 0
  }

  /** One thing that the platform does for a worker. */
  async step<Value>(start: number, act: () => Value): Promise<Value> {
    await Promise.resolve()
    if (start !== this.start || this.isOver) return never
    this.left -= 1
    if (this.isOver) {
      this.#end()
      return never
    }
    return act()
  }

  /** Begun again: what stood in caches and who was active or waiting is what is left. */
  restart(): void {
    this.start += 1
    this.left = Infinity
    this.ended = new Promise((resolve) => (this.#end = resolve))
    this.active = this.active && this.#load(this.active.release)
    this.waiting = this.waiting && this.#load(this.waiting.release)
  }

  /** `registration.update()` */
  async update(): Promise<void> {
    const { served, network } = this.server
    if (network !== 'there' || (this.waiting ?? this.active)?.release.id === served.id) return
    const worker = this.#load(served)
    const isInstalled = await this.#orEnd(
      worker.happen('install').then(
        () => true,
        () => false,
      ),
    )
    if (!isInstalled) return
    this.waiting = worker
    if (!this.active) await this.takeOver()
  }

  async takeOver(): Promise<void> {
    if (!this.waiting) return
    const before = this.caches.get(`cx-shell-${this.active?.release.id}`)
    const isBound = before?.has('/live') === true
    this.active = this.waiting
    this.waiting = null
    const { release } = this.active
    await this.#orEnd(this.active.happen('activate'))
    if (!this.isOver) this.onTakeOver(release, { isLost: isBound && ![...this.caches.values()].includes(before) })
  }

  /** Null where nothing comes, or where the browser ends before. */
  async ask(path: string, mode: 'navigate' | 'cors'): Promise<Answer | null> {
    const asked = async () => (this.active ? this.active.answer(path, mode) : this.server.answer(path))
    return (await this.#orEnd(asked().catch(() => null))) ?? null
  }

  #orEnd<Value>(work: Promise<Value>): Promise<Value | void> {
    return Promise.race([work, this.ended])
  }

  #load(release: Release): Worker {
    const worker = new Worker(release)
    this.#run(this.#scopeOf(worker, this.start))
    return worker
  }

  #scopeOf(worker: Worker, start: number): Readonly<Record<string, unknown>> {
    const step = <Value>(act: () => Value) => this.step(start, act)
    const registration = () => ({ active: this.active })
    const self = {
      location: new URL(origin),
      addEventListener: (type: string, listener: Listener) => worker.listeners.set(type, listener),
      clients: { matchAll: async () => [], claim: () => step(() => undefined) },
      get registration() {
        return registration()
      },
    }
    return {
      globalThis: { appBuild: toldOf(worker.release), importScripts: () => undefined },
      self,
      location: self.location,
      caches: cacheStorage(this.caches, step),
      // It names a file to keep it, and hands on a request that it has no answer to.
      fetch: async (input: string | { url: string }, { integrity }: { integrity?: string } = {}) => {
        // Slower than the disk.
        for (let hop = 0; hop < hops; hop += 1) await Promise.resolve()
        return step(() =>
          typeof input === 'string'
            ? this.server.answer(input, { ...(integrity !== undefined && { integrity }), isOfWorker: true })
            : this.server.answer(new URL(input.url).pathname),
        )
      },
      navigator: { storage: { estimate: async () => ({ quota: 1e9, usage: 0 }) } },
      crypto: {
        subtle: { digest: async (_: string, bytes: Uint8Array) => createHash('sha256').update(bytes).digest() },
      },
      WindowClient: Object,
    }
  }
}

class Worker {
  readonly release: Release
  readonly listeners = new Map<string, Listener>()

  constructor(release: Release) {
    this.release = release
  }

  async happen(type: 'install' | 'activate'): Promise<void> {
    const work: Promise<unknown>[] = []
    this.listeners.get(type)?.({ waitUntil: (one) => work.push(one) })
    await Promise.all(work)
  }

  async answer(path: string, mode: 'navigate' | 'cors'): Promise<Answer> {
    const request = { url: origin + path, method: 'GET', mode, destination: 'script', cache: 'default' }
    const given = Promise.withResolvers<Answer>()
    const work: Promise<unknown>[] = []
    this.listeners.get('fetch')?.({
      request,
      respondWith: (answer) => given.resolve(answer),
      waitUntil: (one) => work.push(one),
    })
    const answer = await given.promise
    await Promise.allSettled(work)
    return answer
  }
}

/** As app/build/app-files.ts writes it. */
function toldOf({ id, files, core, late }: Release): object {
  const all = [...core, ...late]
  return {
    version: '5.0.0',
    build: id,
    opener: '/assets/opener.js',
    routes: ['/'],
    until: [core.length, core.length],
    hashes: all.map((path) => integrityOf(files.get(path) ?? '').slice('sha256-'.length, -1)).join(''),
    files: all.map((path) => path.slice('/assets/'.length, -'.js'.length)).join(''),
  }
}

function cacheStorage(stored: Map<string, Map<string, Answer>>, step: <Value>(act: () => Value) => Promise<Value>) {
  const find = (path: string, name: string) => stored.get(name)?.get(path)?.clone()
  const open = (name: string) => {
    if (!stored.has(name)) stored.set(name, new Map())
    return {
      match: (path: string) => step(() => find(path, name)),
      put: (path: string, answer: Answer) => step(() => void stored.get(name)?.set(path, answer.clone())),
      delete: (path: string) => step(() => stored.get(name)?.delete(path)),
    }
  }
  return {
    open: (name: string) => step(() => open(name)),
    has: (name: string) => step(() => stored.has(name)),
    keys: () => step(() => [...stored.keys()]),
    delete: (name: string) => step(() => stored.delete(name)),
    match: (path: string, { cacheName }: { cacheName: string }) => step(() => find(path, cacheName)),
  }
}
