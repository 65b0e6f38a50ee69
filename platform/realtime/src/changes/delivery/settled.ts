import { setTimeout as wait } from 'node:timers/promises'

import { systemSession, type Database } from '@platform/database'

const LOOK_AGAIN_AFTER = 2

/**
 * Resolves when everybody sees what these transactions have done. The log tells of a commit a moment before that: in
 * between a row would seem to be absent.
 */
export async function untilSettled(system: Database, xids: ReadonlySet<number>): Promise<void> {
  for (;;) {
    const [row] = await system.read(systemSession, (tx) =>
      tx.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot'),
    )
    if (isSettled(row!.snapshot, xids)) return
    await wait(LOOK_AGAIN_AFTER)
  }
}

/** A snapshot is `xmin:xmax:xid,…`: what runs, and from where on nothing had begun. Its numbers have 64 bits, ours 32. */
export function isSettled(snapshot: string, xids: ReadonlySet<number>): boolean {
  const [, end = '0', running = ''] = snapshot.split(':')
  if (running !== '' && running.split(',').some((xid) => xids.has(low(xid)))) return false
  return [...xids].every((xid) => isBefore(xid, low(end)))
}

const low = (xid: string) => Number(BigInt(xid) & 0xffff_ffffn)

/** On the circle of 32-bit numbers. */
const isBefore = (xid: number, end: number) => ((xid - end) | 0) < 0
