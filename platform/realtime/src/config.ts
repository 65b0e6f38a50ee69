/** What an operator may decide about realtime/v1 (WIRE §4.9, RELIABILITY §10). */
export interface RealtimeConfig {
  /** Channels must be private. */
  readonly privateOnly: boolean
  /** The name under which presences and broadcasts carry the sender's verified subject; null leaves it out. */
  readonly subjectField: string | null
  /**
   * Deletes that no policy can judge any more, because the log keeps only the row's key: told to whose filter matches,
   * with the key alone (as on the hosted service), or to nobody.
   */
  readonly unseenDeletes: 'key' | 'nothing'
  readonly connections: ConnectionLimits
  readonly rates: RealtimeRates
  readonly sizes: SizeLimits
  readonly times: RealtimeTimes
}

export interface ConnectionLimits {
  readonly perNode: number
  /** By network address: an IPv4 address, or the /64 of an IPv6 one. */
  readonly perNetwork: number
  /** By the subject of the token that joins. */
  readonly perUser: number
  readonly channelsEach: number
}

/** Per second and connection, unless said otherwise. */
export interface RealtimeRates {
  /** Any message of a client. */
  readonly frames: number
  readonly joins: number
  readonly broadcasts: number
  /** Broadcasts of one user over all connections and HTTP. */
  readonly broadcastsPerUser: number
  /** Presence changes of the whole node. */
  readonly presences: number
  /** Presence calls of one channel per 30 s. */
  readonly presencesPerChannel: number
}

/** Bytes. */
export interface SizeLimits {
  /** A client's message; longer ones close the connection with 1009. */
  readonly frame: number
  /** A broadcast by HTTP or SQL. */
  readonly payload: number
  readonly presence: number
  readonly topic: number
  /** What may wait for one client that does not read. */
  readonly queue: number
}

/** Milliseconds. */
export interface RealtimeTimes {
  /** A client that says nothing for so long is gone: two heartbeats of 25 s, and some. */
  readonly silent: number
  /** What waits for a client may be so old. */
  readonly queueAge: number
  /** A private channel's right to read is asked anew when it is older than this. */
  readonly rightsAge: number
  /** A stop spreads the closing of all connections over this. */
  readonly stopSpread: number
  readonly heartbeat: number
  /** A node that has been silent for so long is dead, and its presences leave. */
  readonly nodeSilent: number
}

export const defaultRealtimeConfig: RealtimeConfig = {
  privateOnly: false,
  subjectField: 'verified_sub',
  unseenDeletes: 'key',
  connections: { perNode: 10_000, perNetwork: 100, perUser: 10, channelsEach: 100 },
  rates: {
    frames: 500,
    joins: 100,
    broadcasts: 100,
    broadcastsPerUser: 200,
    presences: 1_000,
    presencesPerChannel: 5,
  },
  sizes: { frame: 1_048_576, payload: 3_000_000, presence: 4_096, topic: 255, queue: 1_048_576 },
  times: {
    silent: 60_000,
    queueAge: 30_000,
    rightsAge: 5_000,
    stopSpread: 10_000,
    heartbeat: 5_000,
    nodeSilent: 20_000,
  },
}
