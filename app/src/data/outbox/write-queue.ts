/** The order in which a person's writes reach the server: one at a time, first come first served, none lost or doubled. */

export interface PendingWrite {
  id: string
  kind: string
  /** What it is about: a later write of the same kind and key takes the place of one that has not been sent. */
  key: string | null
  /** Survives a structured clone. */
  body: unknown
}

export interface WriteHandler {
  send: (body: never) => Promise<unknown>
  undo: (body: never, error: unknown) => void
}

/** Where writes outlive the page. */
export interface WriteStore {
  keep: (write: PendingWrite) => Promise<void>
  drop: (id: string) => Promise<void>
  /** What pages that are gone have left behind. */
  adopt: () => Promise<PendingWrite[]>
}

export interface QueueSettings {
  store: WriteStore
  handlerOf: (kind: string) => WriteHandler | undefined
  /** Not the server's last word: the network, or a server that is briefly away. */
  isTemporary: (error: unknown) => boolean
  /** Calls `flush` again after a while; `failures` counts the tries in vain since the last that was answered. */
  retryLater: (failures: number) => void
  onChange: (waiting: readonly PendingWrite[]) => void
}

export class WriteQueue {
  readonly #settings: QueueSettings
  #waiting: readonly PendingWrite[] = []
  #onItsWay: PendingWrite | undefined
  #isSending = false
  #run = Promise.resolve(0)
  /** Tries in vain since the last that was answered. */
  #failures = 0
  #isClosed = false

  constructor(settings: QueueSettings) {
    this.#settings = settings
  }

  add({ kind, key, body }: Omit<PendingWrite, 'id'>): void {
    const { store } = this.#settings
    const write = { kind, key, body, id: crypto.randomUUID() }
    const isReplaced = (old: PendingWrite) =>
      old !== this.#onItsWay && key !== null && old.key === key && old.kind === kind
    for (const old of this.#waiting) if (isReplaced(old)) void store.drop(old.id)
    this.#change([...this.#waiting.filter((old) => !isReplaced(old)), write])
    void store.keep(write)
    void this.flush()
  }

  /** Takes over what gone pages left, then sends what can be sent. Answers how many the server has accepted. */
  async replay(): Promise<number> {
    const left = await this.#settings.store.adopt()
    const known = new Set(this.#waiting.map(({ id }) => id))
    this.#change([...left.filter(({ id }) => !known.has(id)), ...this.#waiting])
    return this.flush()
  }

  /** Sends what can be sent, and answers how many the server has accepted. */
  flush(): Promise<number> {
    if (!this.#isSending) {
      this.#isSending = true
      this.#run = this.#sendAll()
    }
    return this.#run
  }

  /** Nothing is sent any more; what waits stays in the store. */
  close(): void {
    this.#isClosed = true
  }

  async #sendAll(): Promise<number> {
    let accepted = 0
    for (let write = this.#next(); write; write = this.#next()) {
      const outcome = await this.#send(write)
      if (outcome === 'unanswered') {
        if (this.#isOutdated(write)) void this.#remove(write)
        this.#failures += 1
        this.#settings.retryLater(this.#failures)
        break
      }
      this.#failures = 0
      if (outcome === 'accepted') accepted += 1
    }
    // Before anybody can add: what comes from now on starts a run of its own.
    this.#isSending = false
    this.#onItsWay = undefined
    return accepted
  }

  /** What nobody handles yet waits for its handler and holds up nothing else. */
  #next(): PendingWrite | undefined {
    const { handlerOf } = this.#settings
    this.#onItsWay = this.#isClosed ? undefined : this.#waiting.find(({ kind }) => handlerOf(kind))
    return this.#onItsWay
  }

  async #send(write: PendingWrite): Promise<'accepted' | 'refused' | 'unanswered'> {
    const { handlerOf, isTemporary } = this.#settings
    const handler = handlerOf(write.kind)
    try {
      await handler?.send(write.body as never)
    } catch (error) {
      if (isTemporary(error)) return 'unanswered'
      await this.#remove(write)
      if (!this.#isClosed) handler?.undo(write.body as never, error)
      return 'refused'
    }
    await this.#remove(write)
    return 'accepted'
  }

  /** While it was on its way, the person changed their mind. */
  #isOutdated({ id, kind, key }: PendingWrite): boolean {
    return key !== null && this.#waiting.some((other) => other.id !== id && other.kind === kind && other.key === key)
  }

  #remove(write: PendingWrite): Promise<void> {
    this.#change(this.#waiting.filter((other) => other !== write))
    return this.#settings.store.drop(write.id)
  }

  #change(next: readonly PendingWrite[]): void {
    this.#waiting = next
    if (!this.#isClosed) this.#settings.onChange(next)
  }
}
