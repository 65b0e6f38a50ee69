import { setTimeout as wait } from 'node:timers/promises'

import { systemSession, type Database } from '@platform/database'

const LOOK_EVERY = 20

/**
 * From now on changes are written down. Resolves with the snapshot to read on from, when the last transaction that may
 * not have known of us has ended.
 */
export async function register(system: Database, node: string): Promise<string> {
  const [entry] = await system.write(systemSession, (tx) =>
    tx.query<{ xid: string }>(
      `insert into realtime.outbox_readers (node) values ($1)
       on conflict (node) do update set snapshot = excluded.snapshot, seen_at = excluded.seen_at
       returning pg_current_xact_id()::text as xid`,
      [node],
    ),
  )
  for (;;) {
    const [state] = await system.read(systemSession, (tx) =>
      tx.query<{ now: string; isAlone: boolean }>(
        `select pg_current_snapshot()::text as now,
           pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as "isAlone"`,
        [entry!.xid],
      ),
    )
    if (state?.isAlone === true) return state.now
    await wait(LOOK_EVERY)
  }
}

/** False when we were taken for dead. */
export async function keepReading(system: Database, node: string, seen: string): Promise<boolean> {
  return system.write(systemSession, async (tx) => {
    const known = await tx.execute(
      'update realtime.outbox_readers set snapshot = $2::pg_snapshot, seen_at = now() where node = $1',
      [node, seen],
    )
    await tx.execute(`delete from realtime.outbox_readers where seen_at < now() - interval '60 s'`)
    await tx.execute(FORGET)
    return known === 1
  })
}

export async function unregister(system: Database, node: string): Promise<void> {
  await system.write(systemSession, async (tx) => {
    await tx.execute('delete from realtime.outbox_readers where node = $1', [node])
    await tx.execute(FORGET)
  })
}

/**
 * What everybody has read; without readers, everything that is there, whoever else is at work: who registers meanwhile
 * reads on from a later snapshot.
 */
const FORGET = `
  delete from realtime.outbox
  where xid < coalesce(
    (select min(pg_snapshot_xmin(snapshot)) from realtime.outbox_readers),
    pg_snapshot_xmax(pg_current_snapshot())
  )`

/** One node at a time. */
export async function syncTriggers(system: Database, wanted: boolean): Promise<void> {
  await system.write(systemSession, async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock(hashtext('realtime.sync_outbox_triggers'))`)
    await tx.execute('select realtime.sync_outbox_triggers($1)', [wanted])
  })
}
