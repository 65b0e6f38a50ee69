/** What the page of a collection tells those who do not run the app. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { checked, HeadSystem, type Author } from '../support/head-system.ts'

let heads: HeadSystem
let author: Author
beforeAll(async () => {
  heads = await HeadSystem.open()
  author = await heads.awa()
})
afterAll(() => heads.close())

const visit = (path: string) => heads.visit(path)

const collect = async (fields: object, posts: readonly string[]) => {
  const made = author.client.from('collections').insert({ name: 'Lagunes', ...fields })
  const { id } = await checked(made.select('id').single<{ id: string }>())
  for (const post_id of posts) {
    const { error } = await author.client.from('collection_items').insert({ collection_id: id, post_id })
    if (error) throw error
  }
  return id
}

test('S-12 tells its name and what everybody may see; unlisted ones are not for search engines', async () => {
  const posts = [
    await heads.publish(author),
    await heads.publish(author, { visibility: 'followers' }),
    await heads.publish(author, {}, { rating: 1 }),
  ]
  const open = await collect({ visibility: 'public', description: 'Le soir' }, posts)
  const head = await visit(`/collection/${open}`)
  expect(head).toMatchObject({
    status: 200,
    title: 'Lagunes · Awa Sanogo · Cortexia',
    canonical: `${heads.system.url}/collection/${open}`,
    meta: { description: 'Le soir', 'og:title': 'Lagunes' },
  })
  const { image_url: shown } = await checked(
    heads.service.from('feed_posts').select('image_url').eq('id', posts[0]).single<{ image_url: string }>(),
  )
  expect(head.meta['og:image']).toContain(shown.split('/').at(-1))
  expect(head.meta['robots']).toBeUndefined()
  const unlisted = await visit(`/collection/${await collect({ visibility: 'unlisted' }, posts)}`)
  expect([unlisted.status, unlisted.meta['robots'], unlisted.meta['og:title']]).toEqual([200, 'noindex', 'Lagunes'])
})

test('S-12 that is private, taken away or never was is not there', async () => {
  const gone = await collect({ visibility: 'public' }, [])
  await author.client.rpc('delete_collection', { collection_id: gone })
  for (const id of [await collect({}, []), gone, crypto.randomUUID(), 'x']) {
    const head = await visit(`/collection/${id}`)
    expect(head).toMatchObject({ status: 404, title: 'Cette collection est introuvable · Cortexia' })
    expect(head.text).not.toMatch(/lagunes|awa/i)
  }
})
