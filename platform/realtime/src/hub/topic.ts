/** Everybody on this node who has joined one topic, and what is on its way to them. */

import type { Broadcast } from '../wire/broadcast.ts'
import type { ProtocolVersion } from '../wire/client-frames.ts'
import { broadcastFrame, messageFrame, type FrameSink } from '../wire/server-frames.ts'

export interface Member {
  readonly sink: FrameSink
  hears(what: 'broadcast' | 'presence'): boolean
  /** Epoch milliseconds when the right to read was last found; null where nobody needs one. */
  readonly checkedAt: number | null
}

interface Parcel {
  readonly kind: 'broadcast' | 'presence'
  readonly except: Member | null
  frameFor(version: ProtocolVersion): Buffer | null
}

interface Waiting {
  members: readonly Member[]
  readonly limit: number
  readonly send: (member: Member) => void
}

/** Turns of the event loop: a database that hangs for longer costs those members what was said meanwhile. */
const MOST_WAITING = 1_000

/** Asks anew whether these members may read; those who may not have left when it resolves. */
export type Recheck = (members: readonly Member[]) => Promise<void>

export interface TopicOptions {
  /** As clients write it: `realtime:` and the name. */
  readonly address: string
  readonly rightsAgeMs: number
  readonly recheck: Recheck
}

/**
 * What arrives within one turn of the event loop leaves as one write per member: the same Buffer for all, unless a
 * member is excepted.
 */
export class Topic {
  readonly members = new Set<Member>()
  readonly #options: TopicOptions
  #parcels: Parcel[] = []
  /** What members whose right to read is old are still to get. */
  readonly #waiting: Waiting[] = []
  #doubtedAt = -Infinity

  constructor(options: TopicOptions) {
    this.#options = options
  }

  broadcast(broadcast: Broadcast, except: Member | null = null): void {
    const { address } = this.#options
    this.#add({
      kind: 'broadcast',
      except,
      frameFor: perVersion((version) => broadcastFrame(version, address, broadcast)),
    })
  }

  /** Rights have changed: whatever was found of them before now is not good any more. */
  doubt(): void {
    this.#doubtedAt = Date.now()
  }

  presenceDiff(payloadJson: string): void {
    const message = { joinRef: null, ref: null, topic: this.#options.address, event: 'presence_diff', payloadJson }
    this.#add({ kind: 'presence', except: null, frameFor: perVersion((version) => messageFrame(version, message)) })
  }

  #add(parcel: Parcel): void {
    if (this.members.size === 0) return
    if (this.#parcels.push(parcel) === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    const parcels = this.#parcels
    this.#parcels = []
    const limit = Math.max(Date.now() - this.#options.rightsAgeMs, this.#doubtedAt)
    const send = sender(parcels)
    const stale: Member[] = []
    for (const member of this.members) {
      if (member.checkedAt !== null && member.checkedAt < limit) stale.push(member)
      else send(member)
    }
    if (stale.length === 0 || this.#waiting.length >= MOST_WAITING) return
    this.#waiting.push({ members: stale, limit, send })
    if (this.#waiting.length === 1) void this.#sendWhenChecked()
  }

  /** One question at a time; whoever is confirmed gets all that waits at once, so that nothing overtakes anything. */
  async #sendWhenChecked(): Promise<void> {
    while (this.#waiting.length > 0) {
      const asked = this.#waiting.length
      await this.#options.recheck([
        ...new Set(this.#waiting.flatMap((waiting) => waiting.members.filter(isStale(waiting)))),
      ])
      for (const waiting of this.#waiting) this.#sendConfirmed(waiting)
      this.#waiting.splice(0, asked)
    }
  }

  #sendConfirmed(waiting: Waiting): void {
    const { members, send } = waiting
    waiting.members = members.filter(isStale(waiting))
    const kept = new Set(waiting.members)
    for (const member of members) if (this.members.has(member) && !kept.has(member)) send(member)
  }
}

const isStale =
  ({ limit }: Waiting) =>
  ({ checkedAt }: Member) =>
    checkedAt !== null && checkedAt < limit

/** Joins the parcels once per version and per set that is heard, not once per member. */
function sender(parcels: readonly Parcel[]): (member: Member) => void {
  const joined: (Buffer | null | undefined)[] = []
  const excepted = new Set(parcels.flatMap(({ except }) => except ?? []))
  return (member) => {
    const { sink } = member
    const hears = { broadcast: member.hears('broadcast'), presence: member.hears('presence') }
    const heard = (parcel: Parcel) => hears[parcel.kind] && parcel.except !== member
    const slot = (sink.version === '2.0.0' ? 4 : 0) + (hears.broadcast ? 2 : 0) + (hears.presence ? 1 : 0)
    let frame = excepted.has(member) ? undefined : joined[slot]
    if (frame === undefined) {
      frame = joinFrames(parcels.filter(heard), sink.version)
      if (!excepted.has(member)) joined[slot] = frame
    }
    if (frame !== null) sink.write(frame)
  }
}

function joinFrames(parcels: readonly Parcel[], version: ProtocolVersion): Buffer | null {
  const frames = parcels.map((parcel) => parcel.frameFor(version)).filter((frame) => frame !== null)
  if (frames.length === 0) return null
  return frames.length === 1 ? frames[0]! : Buffer.concat(frames)
}

function perVersion(make: (version: ProtocolVersion) => Buffer | null): Parcel['frameFor'] {
  const made = new Map<ProtocolVersion, Buffer | null>()
  return (version) => {
    let frame = made.get(version)
    if (frame === undefined) {
      frame = make(version)
      made.set(version, frame)
    }
    return frame
  }
}
