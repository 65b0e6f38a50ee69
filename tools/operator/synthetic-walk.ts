/** What a person does in the app, done by nobody, at the wire of a running system: each step, and how long it took. */
import { setTimeout as wait } from 'node:timers/promises'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'

export interface SyntheticPerson {
  /** Where people reach the system. */
  readonly url: string
  readonly email: string
  readonly password: string
}

export const stepNames = ['sign_in', 'feed', 'picture', 'live'] as const
export type StepName = (typeof stepNames)[number]

export interface StepOutcome {
  readonly step: StepName
  /** Null where it went well. */
  readonly problem: string | null
  readonly seconds: number
}

const stepWithinMs = { sign_in: 10_000, feed: 10_000, picture: 120_000, live: 10_000 } as const

interface SignedIn {
  readonly url: string
  readonly anonKey: string
  readonly client: SupabaseClient
  readonly id: string
}

/** Steps that need what an earlier one did not get are not tried, and are told as failed. */
export async function walk(person: SyntheticPerson, steps: readonly StepName[] = stepNames): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = []
  let signedIn: SignedIn | null = null
  for (const step of steps) {
    const startedAt = performance.now()
    const problem = await within(stepWithinMs[step], async () => {
      if (step === 'sign_in') signedIn = await signIn(person)
      else if (signedIn === null) throw new Error('not signed in')
      else await acts[step](signedIn)
    }).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    outcomes.push({ step, problem, seconds: (performance.now() - startedAt) / 1_000 })
  }
  const left = signedIn as SignedIn | null
  if (left !== null) {
    await left.client.removeAllChannels().catch(() => [])
    await left.client.auth.signOut({ scope: 'local' }).catch(() => null)
  }
  return outcomes
}

async function within(ms: number, work: () => Promise<void>): Promise<void> {
  const enough = new AbortController()
  const tooLong = wait(ms, undefined, { signal: enough.signal }).then(
    () => Promise.reject(new Error(`took longer than ${ms / 1_000} s`)),
    () => undefined,
  )
  try {
    await Promise.race([work(), tooLong])
  } finally {
    enough.abort()
  }
}

async function signIn({ url, email, password }: SyntheticPerson): Promise<SignedIn> {
  const answer = await fetch(`${url}/api/config`)
  if (!answer.ok) throw new Error(`/api/config answered ${answer.status}`)
  const { anonKey } = (await answer.json()) as { anonKey: string }
  const client = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { url, anonKey, client, id: data.user.id }
}

const acts: Readonly<Record<Exclude<StepName, 'sign_in'>, (person: SignedIn) => Promise<void>>> = {
  feed: readFeed,
  picture: makePicture,
  live: hearOneself,
}

async function readFeed({ client }: SignedIn): Promise<void> {
  const { error } = await client.rpc('feed_page', { tab: 'latest', page_size: 20 }).select('id,image_url')
  if (error) throw error
}

/** Ordered, painted, opened and thrown away. */
async function makePicture({ client }: SignedIn): Promise<void> {
  const body = { prompt: 'Une pirogue sur la lagune', width: 256, height: 256 }
  const { data, error } = await client.functions.invoke<{ images?: string[]; metadata?: { generation_id: string } }>(
    'v0-generator',
    { body },
  )
  if (error) throw error
  const generation = data?.metadata?.generation_id
  const rows = await client
    .from('generation_images')
    .select('id,bucket,path')
    .eq('generation_id', generation ?? '')
  if (rows.error) throw rows.error
  const images = rows.data as { id: string; bucket: string; path: string }[]
  if (images.length === 0) throw new Error('no picture came of it')
  for (const { bucket, path } of images) {
    const file = await client.storage.from(bucket).download(path)
    if (file.error) throw file.error
  }
  const gone = await client.rpc('delete_my_images', { ids: images.map(({ id }) => id) })
  if (gone.error) throw gone.error
  const outcomes = gone.data as { outcome: string }[]
  if (!outcomes.every(({ outcome }) => outcome === 'deleted')) throw new Error('the picture could not be deleted')
}

/** What she says by one connection reaches her by another, which a balancer may have sent to another process. */
async function hearOneself({ url, anonKey, client, id }: SignedIn): Promise<void> {
  const topic = `synthetic:${id}`
  const word = crypto.randomUUID()
  const { promise: heard, resolve } = Promise.withResolvers<void>()
  const { promise: joined, resolve: onJoined, reject } = Promise.withResolvers<void>()
  const channel = client.channel(topic)
  channel.on('broadcast', { event: 'word' }, ({ payload }) => {
    if (payload['word'] === word) resolve()
  })
  channel.subscribe((status: string, error) => {
    if (status === 'SUBSCRIBED') onJoined()
    if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') reject(error ?? new Error(status))
  })
  await joined
  const speaker = createClient(url, anonKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const sent = await speaker.channel(topic).httpSend('word', { word })
  if (!sent.success) throw new Error(sent.error)
  await heard
}

/** As Prometheus reads it. */
export function toMetrics(outcomes: readonly StepOutcome[], endedAt: Date): string {
  const lines = (name: string, help: string, valueOf: (outcome: StepOutcome) => number) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...outcomes.map((outcome) => `${name}{step="${outcome.step}"} ${valueOf(outcome)}`),
  ]
  return [
    ...lines('synthetic_step_up', 'Whether the step went well the last time', ({ problem }) =>
      problem === null ? 1 : 0,
    ),
    ...lines('synthetic_step_seconds', 'How long it took the last time', ({ seconds }) => seconds),
    '# HELP synthetic_walk_ended_seconds When the last walk ended',
    '# TYPE synthetic_walk_ended_seconds gauge',
    `synthetic_walk_ended_seconds ${endedAt.getTime() / 1_000}`,
    '',
  ].join('\n')
}
