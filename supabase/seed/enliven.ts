/** Has the demo's people follow, like, comment, remix and collect. Run again, it does what is missing. */
import type { SupabaseClient } from '@supabase/supabase-js'

import type { MadePicture } from '../functions/_shared/image-engines/pictures/made-picture.ts'
import { collections, comments, follows, likes, remixes, type DemoRemix } from './demo-life.ts'
import { before, type DemoPicture, type Username } from './demo.ts'
import { recordPicture } from './record-picture.ts'

type Ids = ReadonlyMap<string, string>

class DemoWorld {
  readonly #service: SupabaseClient
  readonly #ids: Ids

  constructor(service: SupabaseClient, ids: Ids) {
    this.#service = service
    this.#ids = ids
  }

  person(username: Username): string {
    const id = this.#ids.get(username)
    if (id === undefined) throw new Error(`The demo has no person called ${username}`)
    return id
  }

  /** A post of the demo by the beginning of its prompt. */
  async post(prompt: string): Promise<string> {
    const found = await this.#findPost(`${prompt}%`)
    if (found === undefined) throw new Error(`The demo has no picture « ${prompt} »`)
    return found
  }

  async #findPost(pattern: string): Promise<string | undefined> {
    const posts = this.#service
      .from('feed_posts')
      .select('id')
      .in('creator_id', [...this.#ids.values()])
    const { data, error } = await posts.like('prompt', pattern).limit(1)
    if (error) throw error
    return (data as { id: string }[])[0]?.id
  }

  async follow(): Promise<void> {
    const rows = Object.entries(follows).flatMap(([by, whom]) =>
      whom.map((one) => ({ follower_id: this.person(by as Username), followee_id: this.person(one), state: 'active' })),
    )
    await this.#insert('follows', rows, 'follower_id,followee_id')
  }

  async like(): Promise<void> {
    for (const { post, by } of likes) {
      const id = await this.post(post)
      const rows = by.map((one) => ({ post_id: id, user_id: this.person(one) }))
      await this.#insert('post_likes', rows, 'post_id,user_id')
    }
  }

  async remix(remix: DemoRemix, make: (picture: DemoPicture) => Promise<MadePicture>): Promise<void> {
    const { of, by, prompt, hashtags, hoursAgo } = remix
    if ((await this.#findPost(prompt)) !== undefined) return
    const userId = this.person(by)
    const parentPostId = await this.post(of)
    const made = await make(remix)
    const key = `demo:${by}:${remix.seed}`
    const image_url = await recordPicture(this.#service, { userId, key, prompt, made, parentPostId })
    const metadata = { source: 'demo', engine: made.engine }
    const { error } = await this.#service.from('feed_posts').insert({
      creator_id: userId,
      prompt,
      hashtags,
      image_url,
      alt_text: prompt,
      metadata,
      created_at: before(hoursAgo),
    })
    if (error) throw error
  }

  async comment(): Promise<void> {
    for (const { post, by, text, answers = [] } of comments) {
      const postId = await this.post(post)
      const first = await this.#say({ postId, by, text, parentId: null })
      for (const answer of answers) await this.#say({ postId, parentId: first, ...answer })
    }
  }

  async #say(said: { postId: string; by: Username; text: string; parentId: string | null }): Promise<string> {
    const row = { post_id: said.postId, author_id: this.person(said.by), body: said.text }
    const table = this.#service.from('post_comments')
    const known = await table.select('id').match(row).limit(1)
    if (known.error) throw known.error
    const [there] = known.data as { id: string }[]
    if (there) return there.id
    const made = await table
      .insert({ ...row, parent_id: said.parentId })
      .select('id')
      .single<{ id: string }>()
    if (made.error) throw made.error
    return made.data.id
  }

  async collect(): Promise<void> {
    for (const { by, name, description, posts } of collections) {
      const owner = { owner_id: this.person(by), name }
      const known = await this.#service.from('collections').select('id').match(owner).limit(1)
      if (known.error) throw known.error
      if (known.data.length > 0) continue
      const row = { ...owner, description, visibility: 'public' }
      const made = await this.#service.from('collections').insert(row).select('id').single<{ id: string }>()
      if (made.error) throw made.error
      const ids = await Promise.all(posts.map((prompt) => this.post(prompt)))
      const items = ids.map((post_id, position) => ({ collection_id: made.data.id, post_id, position }))
      await this.#insert('collection_items', items, 'collection_id,post_id')
    }
  }

  async #insert(table: string, rows: object[], onConflict: string): Promise<void> {
    const { error } = await this.#service.from(table).upsert(rows, { onConflict, ignoreDuplicates: true })
    if (error) throw error
  }
}

export async function enliven(
  service: SupabaseClient,
  ids: Ids,
  make: (picture: DemoPicture) => Promise<MadePicture>,
): Promise<void> {
  const world = new DemoWorld(service, ids)
  await world.follow()
  await world.like()
  await world.comment()
  // One after the other: some start from others.
  for (const remix of remixes) await world.remix(remix, make)
  await world.collect()
}
