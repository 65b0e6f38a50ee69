import { randomBytes } from 'node:crypto'

import { systemSession, type Database } from '@platform/database'

/** What the server allows, asked once before the first change is listened to. */
export interface ReplicationFacts {
  readonly walLevel: string
  readonly canReplicate: boolean
  /**
   * Whether the server itself lets go of a slot that nobody reads. Only then a slot outlives its connection, so that
   * nothing is lost when one breaks; else it ends with the connection, so that a dead node holds no log for ever.
   */
  readonly isBounded: boolean
  /** Whether it lets go of one that holds too much: enough for the relays' one slot, of which there are never more. */
  readonly isLimited: boolean
}

/** `inactive_since` came with version 17: without it nobody could tell an abandoned slot. */
const FACTS = `
  select
    current_setting('wal_level') as "walLevel",
    (select rolreplication or rolsuper from pg_roles where rolname = current_user) as "canReplicate",
    current_setting('server_version_num')::int >= 170000 and given."isLimited" as "isBounded", given."isLimited"
  from (
    select coalesce(current_setting('max_slot_wal_keep_size', true), '-1') not in ('-1', '-1MB') as "isLimited"
  ) as given`

export async function readReplicationFacts(system: Database): Promise<ReplicationFacts> {
  const [facts] = await system.read(systemSession, (tx) => tx.query<ReplicationFacts>(FACTS))
  return facts!
}

/** Slots are named across the whole server. */
export const newSlotName = () => `realtime_${randomBytes(8).toString('hex')}`

/** Of a relay, which another one may go on with, later than of a node. */
const ABANDONED = `
  select pg_drop_replication_slot(slot_name) from pg_replication_slots as slot
  where slot_name like 'realtime\\_%' and plugin = 'pgoutput' and database = current_database() and not active
    and (to_jsonb(slot) ->> 'inactive_since')::timestamptz
      < now() - case when slot_name like 'realtime\\_relay\\_%' then interval '10 min' else interval '60 s' end`

/** Ends what nodes that died have left; answers how many. Two nodes may meet over one: the next look sees to the rest. */
export async function dropAbandonedSlots(system: Database): Promise<number> {
  const rows = await system.write(systemSession, (tx) => tx.query(ABANDONED))
  return rows.length
}

export async function dropSlot(system: Database, name: string): Promise<void> {
  const text =
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not temporary'
  await system.write(systemSession, (tx) => tx.query(text, [name]))
}

/** The connection that still holds a slot is one that we lost and the server has not noticed yet. */
export async function endHolder(system: Database, name: string): Promise<void> {
  const text = 'select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = $1 and active'
  await system.write(systemSession, (tx) => tx.query(text, [name]))
}

/** The one slot of all relays of a database. Whoever reads it is the relay: PostgreSQL lets nobody else. */
export interface RelaySlot {
  readonly name: string
  /** `lost`: the server has let go of its log. */
  readonly state: 'missing' | 'free' | 'held' | 'lost'
}

const LOOK = `
  select own.name, case
      when slot.slot_name is null then 'missing'
      when slot.wal_status = 'lost' then 'lost'
      when slot.active then 'held' else 'free'
    end as state
  from (select 'realtime_relay_' || left(md5(current_database()), 12) as name) as own
  left join pg_replication_slots slot on slot.slot_name = own.name`

export async function lookAtSlot(system: Database): Promise<RelaySlot> {
  const [slot] = await system.read(systemSession, (tx) => tx.query<RelaySlot>(LOOK))
  return slot!
}
