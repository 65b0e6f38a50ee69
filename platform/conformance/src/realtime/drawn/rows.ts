/** Drawn cases of rows: their changes, filtered and whole, and what SQL says to channels. */
import type { RealtimePostgresChangesPayload } from '@supabase/supabase-js'
import { expect } from 'vitest'

import type { DrawnCase } from '../../drawn.ts'
import { freshTopic, joined, type RealtimeWorld } from './world.ts'

type Case = DrawnCase<RealtimeWorld>
type Change = RealtimePostgresChangesPayload<Record<string, unknown>>
interface Wish {
  readonly event: string
  readonly table?: string
  readonly filter?: string
}

export const within = { timeout: 20_000 }

/** By the official client, once changes flow; each change as its event and row. */
export async function follow({ as }: RealtimeWorld, ...wishes: Wish[]): Promise<Change[]> {
  const [changes, said]: [Change[], string[]] = [[], []]
  let channel = as('authenticated').channel(freshTopic())
  for (const { event, table = 'pg_changes', filter } of wishes) {
    const wish = { event: event as '*', schema: 'public', table, ...(filter !== undefined && { filter }) }
    channel = channel.on('postgres_changes', wish, (change: Change) => changes.push(change))
  }
  channel.on('system', {}, ({ message }: { message: string }) => said.push(message))
  await joined(channel)
  await expect.poll(() => said, within).toEqual(['Subscribed to PostgreSQL'])
  return changes
}

export const rowOf = (change: Change) =>
  (change.eventType === 'DELETE' ? change.old : change.new) as Record<string, unknown>

/** A row that the filter holds for is told of at its insert, update and delete. */
export const delivers = (filter: string, value: string | null) => async (world: RealtimeWorld) => {
  const changes = await follow(world, { event: '*', table: 'filtered', filter })
  const details = value === null ? 'null' : `'${value}'`
  const mark = `'{"of": "${filter.replaceAll("'", '')}"}'`
  await world.sql(`insert into public.filtered (details, data) values (${details}, ${mark})`)
  await expect.poll(() => changes.length, within).toBe(1)
  await world.sql(`update public.filtered set details = ${details} where data = ${mark}`)
  await expect.poll(() => changes.length, within).toBe(2)
  await world.sql(`delete from public.filtered where data = ${mark}`)
  await expect.poll(() => changes.map(({ eventType }) => eventType), within).toEqual(['INSERT', 'UPDATE', 'DELETE'])
}

let tags = 0

/** Of the rows, in order, those that are told of; the last one proves that the others have been judged. */
export const chooses =
  (filter: string, rows: readonly string[], told: readonly string[]) =>
  async (world: RealtimeWorld): Promise<void> => {
    const tag = `tag${(tags += 1)}`
    const fill = (text: string) => text.replaceAll('TAG', tag)
    const changes = await follow(
      world,
      { event: 'INSERT', filter: fill(filter) },
      { event: 'INSERT', filter: `value=eq.${tag}last` },
    )
    for (const row of [...rows, `('TAGlast', null, null)`])
      await world.sql(`insert into public.pg_changes (value, details, nullable_value) values ${fill(row)}`)
    await expect.poll(() => changes.map((change) => rowOf(change)['value']), within).toContain(`${tag}last`)
    const values = changes.map((change) => rowOf(change)).filter(({ value }) => value !== `${tag}last`)
    expect(values.map(({ value, details }) => `${String(value)} ${String(details)}`)).toEqual(told.map(fill))
  }

const filters: readonly Case[] = [
  {
    from: 'D.2',
    async run(world) {
      const changes = await follow(world, {
        event: 'INSERT',
        table: 'filtered',
        filter: 'data->>organization_id=eq.org_123',
      })
      for (const [details, organization] of [
        ['jsonb-no-match', 'other'],
        ['jsonb-match', 'org_123'],
      ])
        await world.sql(
          `insert into public.filtered (details, data) values ('${details}', '{"organization_id": "${organization}"}')`,
        )
      await expect.poll(() => changes.map((change) => rowOf(change)['details']), within).toEqual(['jsonb-match'])
    },
  },
  { from: 'D.5', run: delivers('details=lte.m', 'm') },
  { from: 'D.10', run: delivers('details=ilike.HEL%', 'hello') },
  { from: 'D.14', run: delivers('details=isdistinct.other', 'hello') },
  {
    from: 'D.17',
    run: chooses(
      'value=not.eq.TAGskip,value=like.TAG%',
      [`('TAGskip', null, null)`, `('TAGkeep', null, null)`],
      ['TAGkeep null'],
    ),
  },
  { from: 'E.7', run: chooses('value=eq.TAGmatch,id=gt.0', [`('TAGno-match', null, null)`], []) },
  {
    from: 'V.14',
    run: chooses(
      'value=like.TAG%,details=eq.TAGkeep',
      [`('TAGboth', 'TAGkeep', null)`, `('TAGone', 'TAGnope', null)`],
      ['TAGboth TAGkeep'],
    ),
  },
  {
    from: 'V.15',
    run: chooses(
      'value=not.eq.TAGskip,value=like.TAG%',
      [`('TAGskip', null, null)`, `('TAGkeep', null, null)`],
      ['TAGkeep null'],
    ),
  },
  {
    from: 'V.20',
    run: chooses(
      'nullable_value=not.is.null,value=ilike.TAGhello%',
      [`('TAGHELLO', null, 'set')`, `('TAGHELLO2', null, null)`, `('TAGWORLD', null, 'set')`],
      ['TAGHELLO null'],
    ),
  },
  {
    from: 'V.21',
    run: chooses(
      'value=eq.TAGmatch,details=not.like.skip%,details=like.keep%,nullable_value=not.is.null',
      [
        `('TAGmatch', 'keep_a', 'set')`,
        `('TAGother', 'keep_b', 'set')`,
        `('TAGmatch', 'skip_c', 'set')`,
        `('TAGmatch', 'keep_d', null)`,
      ],
      ['TAGmatch keep_a'],
    ),
  },
]

const place = { schema: 'public', table: 'test', errors: null }
const columns = [
  { name: 'id', type: 'int4' },
  { name: 'details', type: 'text' },
  { name: 'binary_data', type: 'bytea' },
]

async function refuses({ open }: RealtimeWorld, wish: object, message: string): Promise<void> {
  const socket = await open()
  const asked = { event: '*', schema: 'public', table: 'test', ...wish }
  const answer = await socket.join('realtime:test', { postgres_changes: [asked] })
  expect(answer).toMatchObject({ status: 'ok', response: { postgres_changes: [{ ...asked, id: expect.any(Number) }] } })
  const told = await socket.hear('system')
  expect(told).toEqual([{ message, status: 'error', extension: 'postgres_changes', channel: 'test' }])
}

const changes: readonly Case[] = [
  {
    from: 'H.4',
    async run({ open, sql }) {
      const socket = await open()
      const wish = { event: 'INSERT', schema: 'public', table: 'test' }
      const { response } = await socket.join('realtime:test', { postgres_changes: [wish] })
      const [{ id }] = response['postgres_changes'] as [{ id: number }]
      expect(response).toEqual({ postgres_changes: [{ ...wish, id }] })
      const told = { message: 'Subscribed to PostgreSQL', status: 'ok', extension: 'postgres_changes', channel: 'test' }
      expect(await socket.hear('system')).toEqual([told])
      await sql(`insert into public.test (details) values ('of H.4')`)
      const record = { details: 'of H.4', binary_data: null, id: expect.any(Number) }
      const [heard] = (await socket.hear('postgres_changes')) as [{ data: { columns: unknown[] } }]
      expect(heard).toMatchObject({ ids: [id], data: { ...place, type: 'INSERT', record } })
      expect(heard.data.columns).toMatchObject(columns)
    },
  },
  { from: 'H.6', run: (world) => refuses(world, { filter: 'wrong' }, 'Error parsing `filter` params: ["wrong"]') },
  {
    from: 'H.7',
    run: (world) =>
      refuses(
        world,
        { table: 'doesnotexist' },
        'Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect ' +
          'parameters: [event: *, schema: public, table: doesnotexist, filters: [], select: nil]',
      ),
  },
  {
    from: 'U.3',
    async run(world) {
      await world.sql(`insert into public.pg_changes (id) values (9001), (9002)`)
      await world.sql(`insert into public.test (id) values (9001)`)
      const heard = await follow(world, { event: 'DELETE', filter: 'id=eq.9001' })
      // What is not meant comes first: where it is told of, it stands before what is.
      await world.sql(`delete from public.test where id = 9001`)
      await world.sql(`delete from public.pg_changes where id = 9002`)
      await world.sql(`update public.pg_changes set details = 'old' where id = 9001`)
      await world.sql(`delete from public.pg_changes where id = 9001`)
      await expect
        .poll(() => heard.map((change) => [change.eventType, change.old]), within)
        .toEqual([['DELETE', { id: 9001 }]])
    },
  },
  {
    from: 'U.4',
    async run(world) {
      await world.sql(`insert into public.pg_changes (id) values (9011), (9012)`)
      const heard = await follow(
        world,
        { event: 'INSERT', filter: 'value=eq.of U.4' },
        { event: 'UPDATE', filter: 'id=eq.9011' },
        { event: 'DELETE', filter: 'id=eq.9012' },
      )
      await Promise.all([
        world.sql(`insert into public.pg_changes (value) values ('of U.4')`),
        world.sql(`update public.pg_changes set details = 'new' where id = 9011`),
        world.sql(`delete from public.pg_changes where id = 9012`),
      ])
      await expect
        .poll(() => heard.map(({ eventType }) => eventType).sort(), within)
        .toEqual(['DELETE', 'INSERT', 'UPDATE'])
    },
  },
]

export const rowCases: readonly Case[] = [...filters, ...changes]
