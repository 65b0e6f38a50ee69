/** What a relay reads, on a node that reads no log itself: only what somebody here asks for. */
import { openRedisLink, type LinkEvent, type RedisLink, type RedisPlace } from '../../bus/redis-link.ts'
import type { ObserveRowChanges } from '../events.ts'
import type { ChangeSink, ChangeSource, RowChange, Wanted } from '../row-change.ts'
import { Batches } from './batches.ts'
import { FollowedChannels } from './followed.ts'
import { controlChannel, decodeControl, decodeParcel, type Item } from './relay-wire.ts'

export interface RelayedOptions {
  readonly redis: RedisPlace
  readonly sink: ChangeSink
  readonly observe: ObserveRowChanges
}

const HEARD_WITHIN = 5_000
const LOOK_EVERY = 1_000
/** Nobody can be held back by those who listen: what is more is lost, and said to be. */
const MOST_WAITING = 10_000

/** Resolves when a relay is heard. @throws where none is */
export async function startRelayed(options: RelayedOptions): Promise<ChangeSource> {
  const source = new Relayed(options)
  await source.start()
  return source
}

class Relayed implements ChangeSource {
  readonly kind = 'relay'
  readonly #options: RelayedOptions
  readonly #batches = new Batches()
  readonly #heard = Promise.withResolvers<void>()
  #link: RedisLink | null = null
  #followed: FollowedChannels | null = null
  #heardAt = performance.now()
  #isSilent = false
  #looking: NodeJS.Timeout | undefined
  #waiting: RowChange[] = []
  #dealing: Promise<void> | null = null

  constructor(options: RelayedOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { url, prefix } = this.#options.redis
    const link = await openRedisLink(url, (event) => this.#onLink(event))
    this.#link = link
    this.#followed = new FollowedChannels(link, prefix, (text) => this.#batches.add(decodeParcel(text)))
    const { promise: tooLate, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error('No relay is heard')), HEARD_WITHIN)
    try {
      const listening = link.connect().then(() => link.subscribe(controlChannel(prefix), (text) => this.#hear(text)))
      await Promise.race([listening.then(() => this.#heard.promise), tooLate])
    } catch (error) {
      link.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY).unref()
  }

  /** The log says of each change whether its table was published. */
  cover(): Promise<void> {
    return Promise.resolve()
  }

  follow(wanted: readonly Wanted[]): Promise<() => void> {
    return this.#followed!.follow(wanted)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#looking)
    this.#link?.destroy()
    this.#waiting = []
    await this.#dealing
  }

  #hear(text: string): void {
    const control = decodeControl(text)
    this.#heardAt = performance.now()
    this.#heard.resolve()
    if (control.says === 'lost') this.#lose('Nobody read the changes for a while; some may have been missed')
    if (control.says === 'mark') this.#take(this.#batches.close(control))
  }

  #take(items: readonly Item[]): void {
    for (const item of items) if ('message' in item) this.#options.sink.message(item.message)
    this.#waiting.push(...items.flatMap((item) => ('change' in item ? [item.change] : [])))
    if (this.#waiting.length > MOST_WAITING) {
      this.#waiting = []
      this.#lose('This server could not keep up; changes were missed')
    }
    if (this.#waiting.length > 0) this.#dealing ??= this.#deal().finally(() => (this.#dealing = null))
  }

  async #deal(): Promise<void> {
    const { sink, observe } = this.#options
    while (this.#waiting.length > 0) {
      const changes = this.#waiting
      this.#waiting = []
      try {
        await sink.changes(changes)
      } catch (error) {
        observe({ kind: 'realtime.background-failed', task: 'deal with changes', error })
        this.#lose('Changes could not be read')
      }
    }
  }

  #lose(reason: string): void {
    this.#options.sink.lost(reason)
  }

  /** What was said while nobody could hear it is not said again. */
  #onLink(event: LinkEvent): void {
    if (event.is === 'lost') return this.#interrupted(event.error.message)
    this.#heardAt = performance.now()
    this.#batches.restart()
    this.#resumed()
    this.#lose('The change stream broke off; changes may have been missed')
  }

  /** Nothing is lost by that: the next relay goes on where the last one was. */
  #look(): void {
    const isSilent = performance.now() - this.#heardAt > HEARD_WITHIN
    if (isSilent && this.#link?.isReady === true) this.#interrupted('No relay is heard')
    if (!isSilent) this.#resumed()
  }

  #interrupted(reason: string): void {
    if (this.#isSilent) return
    this.#isSilent = true
    this.#options.observe({ kind: 'realtime.source-interrupted', source: 'relay', reason })
  }

  #resumed(): void {
    if (!this.#isSilent) return
    this.#isSilent = false
    const ms = Math.round(performance.now() - this.#heardAt)
    this.#options.observe({ kind: 'realtime.source-resumed', source: 'relay', ms })
  }
}
