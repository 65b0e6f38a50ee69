/** The way out to one client: whole frames, bounded in bytes and in age (THREATS W-09). */

import type { Socket } from 'node:net'

import type { ProtocolVersion } from '../wire/client-frames.ts'
import { messageFrame, type FrameSink, type ServerMessage } from '../wire/server-frames.ts'

export interface ConnectionBounds {
  readonly queueBytes: number
  readonly queueAgeMs: number
}

export type Slowness = 'bytes' | 'age'

export interface SlowClientHandler {
  onSlow(queuedBytes: number, why: Slowness): void
}

/**
 * Frames are written to the TCP socket itself, so that many connections share one Buffer. The websocket library
 * writes only control frames there, whole ones too, so the two never mix.
 */
export class Connection implements FrameSink {
  readonly version: ProtocolVersion
  readonly #socket: Socket
  readonly #bounds: ConnectionBounds
  /** Set once, by whoever has to end a connection that is too slow. */
  owner: SlowClientHandler | null = null
  #isCut = false
  #written = 0
  /** Bytes that had been written by `#markedAt`: once they have left, nothing in the queue is older. */
  #mark = 0
  #markedAt = 0

  constructor(socket: Socket, version: ProtocolVersion, bounds: ConnectionBounds) {
    this.#socket = socket
    this.version = version
    this.#bounds = bounds
  }

  get queuedBytes(): number {
    return this.#socket.writableLength
  }

  write(frame: Buffer): void {
    if (this.#isCut) return
    if (this.#socket.writableLength > this.#bounds.queueBytes) return this.#cut('bytes')
    this.#written += frame.length
    this.#socket.write(frame)
  }

  send(message: ServerMessage): void {
    this.write(messageFrame(this.version, message))
  }

  /** To be called now and then: finds what has waited too long. */
  checkAge(now: number): void {
    const hasLeft = this.#written - this.#socket.writableLength
    if (hasLeft >= this.#mark || this.#markedAt === 0) {
      this.#mark = this.#written
      this.#markedAt = now
    } else if (now - this.#markedAt > this.#bounds.queueAgeMs) this.#cut('age')
  }

  /** Nothing is written from now on. */
  mute(): void {
    this.#isCut = true
  }

  #cut(why: Slowness): void {
    if (this.#isCut) return
    this.#isCut = true
    this.owner?.onSlow(this.queuedBytes, why)
  }
}
