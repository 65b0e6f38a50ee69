/** The running server whose pages tell what they are, with somebody who publishes. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'

import { join as signUp } from '../../../tests/support/people.ts'
import { startSystem, type RunningSystem } from '../../../tests/support/start-system.ts'

const page = `<!doctype html><html lang="fr"><head><title>as it was built</title><meta name="description" content="x" /></head></html>`
const routes = ['/', '/feed', '/post/:id', '/collection/:id', '/profile/:handle', '/fedapay-test']

export interface Author {
  readonly id: string
  readonly token: string
  readonly client: SupabaseClient
}

export interface Heard {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly canonical: string | undefined
  /** By name or property. */
  readonly meta: Readonly<Record<string, string>>
}

export class HeadSystem {
  readonly system: RunningSystem
  readonly service: SupabaseClient
  readonly #root: string

  private constructor(system: RunningSystem, root: string) {
    this.system = system
    this.#root = root
    this.service = createClient(system.url, system.serviceRoleKey, { auth: { persistSession: false } })
  }

  static async open(settings: Record<string, string> = {}): Promise<HeadSystem> {
    const root = await mkdtemp(join(tmpdir(), 'heads-'))
    await symlink(join(import.meta.dirname, '../..'), join(root, 'supabase'))
    await mkdir(join(root, 'app/dist'), { recursive: true })
    await writeFile(join(root, 'app/dist/index.html'), page)
    await writeFile(join(root, 'app/dist/routes.json'), JSON.stringify({ routes }))
    return new HeadSystem(await startSystem(settings, root), root)
  }

  async close(): Promise<void> {
    await this.system[Symbol.asyncDispose]()
    await rm(this.#root, { recursive: true })
  }

  async person(): Promise<Author> {
    const { access_token: token, user } = await signUp(this.system)
    const client = createClient(this.system.url, this.system.anonKey, { accessToken: async () => token })
    return { id: user.id, token, client }
  }

  /** « Awa Sanogo », @awa.s */
  async awa(): Promise<Author> {
    const author = await this.person()
    const words = { first_name: 'Awa', last_name: 'Sanogo', bio: 'Des <lagunes>' }
    await author.client.from('profiles').update(words).eq('id', author.id)
    await author.client.rpc('change_username', { username: 'awa.s' })
    return author
  }

  /** A publication with a real picture in storage; what only the staff writes comes by `decided`. */
  async publish(
    author: Author,
    fields: object = {},
    decided: object = {},
    size = { width: 1280, height: 960 },
  ): Promise<string> {
    const path = `${author.id}/${crypto.randomUUID()}.webp`
    const picture = await sharp({ create: { ...size, channels: 3, background: '#1c2a58' } })
      .webp()
      .toBuffer()
    await checked(this.service.storage.from('generated-images').upload(path, picture, { contentType: 'image/webp' }))
    const url = `http://elsewhere.example/storage/v1/object/public/generated-images/${path}`
    const generation = {
      user_id: author.id,
      prompt: 'Le soir sur la lagune',
      mode: 'normal',
      engine: 'builtin',
      status: 'succeeded',
    }
    const made = await checked(
      this.service.from('generations').insert(generation).select('id').single<{ id: string }>(),
    )
    const image = {
      generation_id: made.id,
      user_id: author.id,
      position: 1,
      bucket: 'generated-images',
      path,
      url,
      bytes: 1,
      thumbhash: 'x',
      ...size,
    }
    await checked(this.service.from('generation_images').insert(image).select('id').single())
    const post = { creator_id: author.id, prompt: 'Le soir sur la lagune', image_url: url, ...fields }
    const { id } = await checked(author.client.from('feed_posts').insert(post).select('id').single<{ id: string }>())
    if (Object.keys(decided).length > 0)
      await checked(this.service.from('feed_posts').update(decided).eq('id', id).select('id').single())
    return id
  }

  /** Comes again while the page has no head yet: on a busy machine the server does not wait for it either. */
  async visit(path: string): Promise<Heard> {
    const heard = await this.#visitOnce(path)
    return heard.title === 'as it was built' ? this.visit(path) : heard
  }

  async #visitOnce(path: string): Promise<Heard> {
    const answer = await fetch(`${this.system.url}${path}`)
    const text = await answer.text()
    const meta = [...text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)]
    return {
      status: answer.status,
      title: /<title>([^<]*)<\/title>/.exec(text)?.[1] ?? '',
      text,
      canonical: /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1],
      meta: Object.fromEntries(meta.map(([, key = '', content = '']) => [key, content])),
    }
  }
}

export async function checked<T>(asked: PromiseLike<{ data: T; error: unknown }>): Promise<NonNullable<T>> {
  const { data, error } = await asked
  if (error !== null) throw error
  return data as NonNullable<T>
}
