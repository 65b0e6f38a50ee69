/** Orders for pictures while nodes are killed, and what must be true of the money afterwards (RELIABILITY D-01, D-12). */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'

import { clientOf, generate, newMember, type Member } from '../../supabase/tests/making/generation-people.ts'
import { startTestEngine } from '../../supabase/tests/making/test-engine.ts'
import { generationViolations } from '../../supabase/tests/support/generation-violations.ts'
import { KillableNode } from './killable-node.ts'

export interface ChaosOptions {
  /** Empty. */
  readonly databaseUrl: string
  readonly generations: number
  readonly kills: number
}

export interface ChaosReport {
  readonly seconds: number
  readonly kills: number
  /** How often a request had to be repeated with its key, since its node had died. */
  readonly repeated: number
  /** Orders that were answered, and rows that there are: the same. */
  readonly ordered: number
  readonly rows: number
  readonly statuses: Readonly<Record<string, number>>
  readonly resumed: number
  /** Holds by their end. */
  readonly holds: Readonly<Record<string, number>>
  readonly captured: number
  /** Pictures that were paid for, and of those the ones that nobody can open. */
  readonly opened: number
  readonly unopenable: readonly string[]
  readonly violations: readonly unknown[]
}

const people = 20
const senders = 8
const engineMs = 100
const leaseSeconds = 6

export async function runChaos({ databaseUrl, generations, kills }: ChaosOptions): Promise<ChaosReport> {
  await using resources = new AsyncDisposableStack()
  const startedAt = performance.now()
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  resources.defer(() => database.end())
  const nodes = await startNodes(resources, databaseUrl)
  const [first] = nodes
  const anonKey = await first.anonKey()
  const members: Member[] = []
  for (let place = 0; place < people; place += 1) {
    const member = await newMember({ url: first.url, anonKey })
    await database.query(`select ledger.give($1, $2, 'chaos')`, [member.id, Math.ceil(generations / people)])
    members.push(member)
  }

  const sending = new Sending(nodes, anonKey, members)
  await Promise.all([sending.send(generations, kills), killAlong(nodes, kills, sending, generations)])
  await settle(database)
  return {
    seconds: Math.round((performance.now() - startedAt) / 1000),
    kills: sending.kills,
    repeated: sending.repeated,
    ordered: sending.ordered,
    ...(await look(database, nodes)),
  }
}

type Nodes = readonly [KillableNode, KillableNode]

async function startNodes(resources: AsyncDisposableStack, databaseUrl: string): Promise<Nodes> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const engine = resources.use(await startTestEngine({ delayMs: engineMs }))
  const environment = {
    ...engine.settings,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    JWT_SECRET: randomBytes(32).toString('hex'),
    // What a balancer in front would be called: tokens of one node are good at the other.
    PUBLIC_URL: 'http://chaos.localhost',
    GENERATION_THROTTLE_MS: '0',
    GENERATION_MAX_ACTIVE: '1000',
    GENERATION_LEASE_SECONDS: String(leaseSeconds),
  }
  const nodes: Nodes = [await KillableNode.create(environment), await KillableNode.create(environment)]
  for (const node of nodes) {
    resources.use(node)
    await node.start()
  }
  return nodes
}

/** Sends orders as an app does: with a key, again until there is an answer, to whichever node is up. */
class Sending {
  ordered = 0
  repeated = 0
  kills = 0
  readonly #nodes: Nodes
  readonly #anonKey: string
  readonly #members: readonly Member[]

  constructor(nodes: Nodes, anonKey: string, members: readonly Member[]) {
    this.#nodes = nodes
    this.#anonKey = anonKey
    this.#members = members
  }

  /** No faster than the nodes are killed: each kill meets work. */
  async send(count: number, kills: number): Promise<void> {
    const waiting = Array.from({ length: count }, (_, place) => place).values()
    const work = async () => {
      for (const place of waiting) {
        while (place * kills > (this.kills + 1) * count) await delay(20)
        await this.#order(place)
      }
    }
    await Promise.all(Array.from({ length: senders }, work))
  }

  async #order(place: number): Promise<void> {
    const { token } = this.#members[place % this.#members.length] as Member
    const headers = { Prefer: 'respond-async', 'Idempotency-Key': `order-${place}` }
    for (;;) {
      const node = this.#nodes[Math.random() < 0.5 ? 0 : 1]
      const client = clientOf({ url: node.url, anonKey: this.#anonKey }, token)
      const answer = node.isUp ? await generate({ client }, { seed: place, count: 1 }, headers).catch(() => null) : null
      if (answer?.status === 202) break
      if (answer !== null && answer.status < 500) throw new Error(JSON.stringify(answer))
      this.repeated += 1
      await delay(100)
    }
    this.ordered += 1
  }
}

/** One kill each time that another part of the orders is in, by turns; the other node goes on meanwhile. */
async function killAlong(nodes: Nodes, kills: number, sending: Sending, count: number): Promise<void> {
  while (sending.kills < kills) {
    while (sending.ordered * kills < (sending.kills + 0.5) * count) await delay(20)
    const node = nodes[sending.kills % 2] as KillableNode
    await node.end('SIGKILL')
    await node.start()
    sending.kills += 1
  }
}

const patienceMs = 180_000

async function settle(database: pg.Client): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    const { rowCount } = await database.query(`select from public.generations where status in ('queued', 'running')`)
    if (rowCount === 0) return
    if (performance.now() > until) throw new Error(`${rowCount} generations never ended`)
    await delay(200)
  }
}

async function look(database: pg.Client, nodes: Nodes) {
  const count = async (sql: string): Promise<Record<string, number>> => {
    const { rows } = await database.query<{ name: string; count: number }>(sql)
    return Object.fromEntries(rows.map(({ name, count: number }) => [name, number]))
  }
  const statuses = await count('select status as name, count(*)::int as count from public.generations group by 1')
  const holds = await count('select state as name, count(*)::int as count from ledger.holds group by 1')
  const { rows: images } = await database.query<{ path: string }>(
    `select i.path from public.generation_images i join public.generations g on g.id = i.generation_id
     where g.cost_charged > 0`,
  )
  const { rows: sums } = await database.query<{ captured: number; resumed: number }>(
    `select (select coalesce(sum(captured), 0)::int from ledger.holds) as captured,
       (select count(*)::int from app.generation_jobs where attempts > 1) as resumed`,
  )
  const { rows: violations } = await database.query<object>(generationViolations)
  const unopenable: string[] = []
  for (const { path } of images) {
    const response = await fetch(`${nodes[0].url}/storage/v1/object/public/generated-images/${path}`)
    const bytes = await response.bytes()
    if (response.status !== 200 || Buffer.from(bytes.subarray(0, 4)).toString() !== 'RIFF') unopenable.push(path)
  }
  const rows = Object.values(statuses).reduce((total, number) => total + number, 0)
  return { rows, statuses, holds, violations, unopenable, opened: images.length, captured: 0, resumed: 0, ...sums[0] }
}
