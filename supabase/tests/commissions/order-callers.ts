/** What people do with orders over HTTP: the database's functions, and the function that takes files. */
import { randomUUID } from 'node:crypto'

import { asClusterOwner, type RunningSystem } from '../../../tests/support/start-system.ts'
import type { CommissionFile, Service } from '../../functions/_shared/contract/src/index.ts'
import type { Person } from '../billing/payment-callers.ts'

export async function answer<Answer>(who: Person, name: string, params: object): Promise<Answer> {
  const { data, error } = await who.client.rpc(name, params)
  if (error) throw error
  return data as Answer
}

/** The one service of somebody, with three samples. Answers its id. */
export async function offerService(system: RunningSystem, creator: Person): Promise<string> {
  const samples = [
    await publication(system, creator),
    await publication(system, creator),
    await publication(system, creator),
  ]
  await answer(creator, 'activate_creator', {})
  const details = { title: 'Portraits', description: 'Un portrait', mode: 'proposal', price_from: 5000, days: 10 }
  const given = { ...details, rights: 'perso', ai_share: 'none', slots: 20, samples }
  return (await answer<Service>(creator, 'save_service', { details: given })).id
}

async function publication(system: RunningSystem, creator: Person): Promise<string> {
  const path = `${creator.id}/${randomUUID()}.webp`
  const url = `${system.url}/storage/v1/object/public/generated-images/${path}`
  const [made] = await asClusterOwner<{ id: string }>(
    system.dataFolder,
    `with made as (
       insert into public.generations (user_id, prompt, mode, engine, status)
       values ('${creator.id}', 'Été', 'normal', 'builtin', 'succeeded') returning id), image as (
       insert into public.generation_images (generation_id, user_id, position, bucket, path, url, width, height, bytes, thumbhash)
       select id, '${creator.id}', 1, 'generated-images', '${path}', '${url}', 800, 600, 1000, 'abc' from made returning id)
     select id from image`,
  )
  if (made === undefined) throw new Error('The image was not written')
  const { data, error } = await creator.client
    .from('feed_posts')
    .insert({ prompt: 'Été', image_url: url })
    .select('id')
    .single<{ id: string }>()
  if (error) throw error
  return data.id
}

export interface Upload {
  readonly kind?: string
  readonly type?: string
  readonly name?: string
  readonly shows?: string
}

export async function uploadTo(
  { url }: RunningSystem,
  who: Person,
  {
    order,
    file,
    kind = 'final',
    type = 'image/png',
    name = 'œuvre.png',
    shows,
  }: Upload & { order: string; file: Uint8Array },
) {
  const asks = new URLSearchParams({ commission: order, kind, name, ...(shows !== undefined && { shows }) })
  const response = await fetch(`${url}/functions/v1/commission-files?${asks.toString()}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': type },
    body: Uint8Array.from(file),
  })
  return { status: response.status, body: (await response.json()) as CommissionFile & { code?: string } }
}
