/**
 * How often one caller may come in an hour: a bucket of turns that fills up evenly. Where there may be several processes
 * they count together, in the database; a process that is alone, or cannot ask it, counts in its own bounded memory.
 */
import { createHash } from 'node:crypto'

import { serviceClient } from '../clients.ts'
import { createObserve } from '../observe.ts'
import { callRpc, RpcError } from '../rpc.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'

interface QuotaEvent {
  readonly kind: 'quota.unshared'
  readonly problem: string
}

const observe = createObserve<QuotaEvent>(() => 'warn')

export interface HourlyShare {
  /** Shares by other names are counted apart. */
  readonly name: string
  readonly perHour: number
}

/** Null where the turn is granted, else the seconds after which the next one will be. */
export async function takeTurn(share: HourlyShare, key: string): Promise<number | null> {
  if (readSetting(runtimeSettings.processes) === 'one') return takeOwnTurn(share, key)
  try {
    const bucket = createHash('sha256').update(`${share.name} ${key}`).digest('base64url')
    const params = { p_key: bucket, p_limit: share.perHour, p_seconds: hourSeconds }
    return (await callRpc(serviceClient(), 'take_turn', params)) || null
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    observe({ kind: 'quota.unshared', problem: error.message })
    return takeOwnTurn(share, key)
  }
}

interface Bucket {
  turns: number
  at: number
}

const mostCallers = 10_000
const hourSeconds = 3_600
/** Of each share by itself: a crowd of visitors has nobody's share of the model forgotten. */
const shares = new Map<string, Map<string, Bucket>>()

function takeOwnTurn({ name, perHour }: HourlyShare, key: string): number | null {
  const buckets = shares.get(name) ?? new Map<string, Bucket>()
  shares.set(name, buckets)
  const msPerTurn = (hourSeconds * 1_000) / perHour
  const time = performance.now()
  const known = buckets.get(key)
  const turns = known ? Math.min(perHour, known.turns + (time - known.at) / msPerTurn) : perHour
  // Whoever came last is last in the map: the one in front is who has been away the longest.
  buckets.delete(key)
  if (buckets.size >= mostCallers) forgetFirst(buckets)
  const isGranted = turns >= 1
  buckets.set(key, { turns: isGranted ? turns - 1 : turns, at: time })
  return isGranted ? null : Math.max(1, Math.ceil(((1 - turns) * msPerTurn) / 1_000))
}

function forgetFirst(buckets: Map<string, Bucket>): void {
  const [first] = buckets.keys()
  if (first !== undefined) buckets.delete(first)
}
