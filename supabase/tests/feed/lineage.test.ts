/** Where publications come from: what can be neither forged nor lost, and who sees how much of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ama, openLineage, type Lineage } from '../support/lineage-people.ts'
import { awa, kossi } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'

let lineage: Lineage
beforeAll(async () => {
  lineage = await openLineage()
})
afterAll(() => lineage[Symbol.asyncDispose]())

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const nothing = { creator_id: null, username: null, display_name: null, image_url: null, prompt: null }

describe('a remix', () => {
  test('names its source, where that began and how far it is from there', async () => {
    const root = await lineage.publish(awa)
    const remix = await lineage.publish(kossi, root)
    const again = await lineage.publish(ama, remix)
    expect(await lineage.row(root)).toEqual({ remix_of: null, root_id: root, depth: 0, remixes_count: 1 })
    expect(await lineage.row(remix)).toEqual({ remix_of: root, root_id: root, depth: 1, remixes_count: 1 })
    expect(await lineage.row(again)).toEqual({ remix_of: remix, root_id: root, depth: 2, remixes_count: 0 })
  })

  test.each(['remix_of', 'root_id', 'depth', 'remixes_count', 'image_id'])(
    'O-02 does not say itself what its %s is',
    async (column) => {
      const [source, { url }] = [await lineage.publish(awa), await lineage.picture(kossi)]
      const value = ['depth', 'remixes_count'].includes(column) ? 7 : source
      const posts = (await lineage.client(kossi)).from('feed_posts')
      const forged = await posts.insert({ prompt: 'x', image_url: url, creator_id: kossi, [column]: value })
      expect(forged.error?.code).toBe('42501')
      const own = await lineage.publish(kossi, source)
      const changed = await posts.update({ [column]: column === 'remix_of' ? null : value }).eq('id', own)
      expect(changed.error?.code).toBe('42501')
      expect(await lineage.row(own)).toMatchObject({ remix_of: source, root_id: source, depth: 1 })
    },
  )

  test('O-02 that claims another source in its facts still has the one it was ordered from', async () => {
    const [source, other] = [await lineage.publish(awa), await lineage.publish(awa)]
    const remix = await lineage.publish(kossi, source, { metadata: { remix_of: other, root_id: other } })
    expect((await lineage.row(remix)).remix_of).toBe(source)
    expect((await lineage.row(other)).remixes_count).toBe(0)
  })

  test('O-02 that is made from somebody’s picture and does not say so is one all the same', async () => {
    const { url, path } = await lineage.picture(awa)
    const posts = (await lineage.client(awa)).from('feed_posts')
    const { data } = await posts.insert({ prompt: 'x', image_url: url, creator_id: awa }).select('id').single()
    const source = (data as { id: string }).id
    const references = [{ bucket: 'generated-images', path, position: 1, role: 'style', influence: 0.5 }]
    const { generation_id } = await lineage.queue.enqueue({ references }, { user: kossi })
    const parent = 'select parent_post_id as value from public.generations where id = $1'
    expect(await asOwner(lineage.database, parent, [generation_id])).toBe(source)
    const own = await lineage.queue.enqueue({ references }, { user: awa })
    expect(await asOwner(lineage.database, parent, [own.generation_id])).toBe('')
  })

  test('O-02 keeps its source when that goes, and nobody takes the place of what has gone', async () => {
    const source = await lineage.publish(awa)
    const { url } = await lineage.picture(kossi)
    const remix = await lineage.publish(kossi, source)
    await lineage.remove(awa, source)
    expect(await lineage.row(remix)).toMatchObject({ remix_of: source, root_id: source, depth: 1 })
    const posts = (await lineage.client(kossi)).from('feed_posts')
    const take = async () => (await posts.insert({ id: source, prompt: 'x', image_url: url, creator_id: kossi })).error
    expect(await take()).toMatchObject({ code: '23505' })
    // As with its author's account.
    await asOwner(lineage.database, 'delete from public.feed_posts where id = $1', [source])
    expect(await take()).toMatchObject({ code: '23505' })
    expect(await lineage.row(remix)).toMatchObject({ remix_of: source, root_id: source, depth: 1 })
  })

  test('that was ordered before its source went is published as its remix', async () => {
    const source = await lineage.publish(awa)
    const { url } = await lineage.picture(kossi, source)
    await lineage.remove(awa, source)
    const posts = (await lineage.client(kossi)).from('feed_posts')
    const { data } = await posts.insert({ prompt: 'x', image_url: url, creator_id: kossi }).select('remix_of').single()
    expect(data).toEqual({ remix_of: source })
  })
})

describe('O-01 what may be remixed', () => {
  const order = (user: string, post: string) => lineage.queue.enqueue({ parent_post_id: post }, { user })

  test('O-01 is for its author to say, and what was made before stays', async () => {
    const source = await lineage.publish(awa)
    const before = await lineage.publish(kossi, source)
    const posts = (await lineage.client(awa)).from('feed_posts')
    expect((await posts.update({ remix_allowed: false }).eq('id', source)).error).toBeNull()
    await expect(order(kossi, source)).rejects.toMatchObject({ code: 'PT403', hint: 'remix_not_allowed' })
    expect((await order(awa, source)).is_new).toBe(true)
    expect(await lineage.row(before)).toMatchObject({ remix_of: source })
    expect((await lineage.row(source)).remixes_count).toBe(1)
  })

  test('O-01 by its picture neither, where one only refers to it', async () => {
    const { url, path } = await lineage.picture(awa)
    const post = { prompt: 'x', image_url: url, creator_id: awa, remix_allowed: false }
    expect((await (await lineage.client(awa)).from('feed_posts').insert(post)).error).toBeNull()
    const references = [{ bucket: 'generated-images', path, position: 1, role: 'auto', influence: 0.5 }]
    const named = await lineage.publish(awa)
    for (const parent_post_id of [null, named])
      await expect(lineage.queue.enqueue({ references, parent_post_id }, { user: kossi })).rejects.toMatchObject({
        hint: 'remix_not_allowed',
      })
  })

  test.each(['private', 'followers', 'unlisted'])('O-01 is not what one does not see: %s', async (visibility) => {
    const source = await lineage.publish(awa, null, { visibility })
    await expect(order(ama, source)).rejects.toMatchObject({ code: 'PT404', hint: 'remix_source_gone' })
  })

  test('O-01 is not what is gone, and a refusal costs nothing', async () => {
    const source = await lineage.publish(awa)
    await lineage.remove(awa, source)
    const before = await lineage.queue.credits(ama)
    await expect(order(ama, source)).rejects.toMatchObject({ hint: 'remix_source_gone' })
    await expect(order(ama, crypto.randomUUID())).rejects.toMatchObject({ hint: 'remix_source_gone' })
    expect(await lineage.queue.credits(ama)).toEqual(before)
  })
})

describe('O-03 the tree', () => {
  test('O-03 holds where its middle was deleted: a node without content', async () => {
    const root = await lineage.publish(awa)
    const middle = await lineage.publish(kossi, root, { prompt: 'Un secret de Kossi' })
    const leaf = await lineage.publish(ama, middle)
    await lineage.remove(kossi, middle)
    for (const person of [awa, kossi, ama, null]) {
      const nodes = await lineage.tree(person, leaf)
      expect(nodes.map(({ id, parent_id, is_gone }) => [id, parent_id, is_gone])).toEqual([
        [root, null, false],
        [middle, root, true],
        [leaf, middle, false],
      ])
      expect(nodes[1]).toMatchObject(nothing)
      expect(JSON.stringify(nodes)).not.toContain('secret')
    }
    expect((await lineage.tree(null, root)).map(({ id }) => id)).toEqual([root, middle, leaf])
    expect(await lineage.tree(null, middle)).toEqual([])
  })

  test.each(['private', 'followers', 'unlisted'])(
    'O-03 shows others nothing of an ancestor that is %s',
    async (visibility) => {
      const root = await lineage.publish(awa, null, { visibility, prompt: 'Un secret d’Awa' })
      const leaf = await lineage.publish(awa, root)
      const [first] = await lineage.tree(awa, leaf)
      expect(first).toMatchObject({ id: root, is_gone: false, prompt: 'Un secret d’Awa', username: 'awa' })
      for (const person of [kossi, null]) {
        const nodes = await lineage.tree(person, leaf)
        expect(nodes[0]).toMatchObject({ id: root, is_gone: true, ...nothing })
        expect(JSON.stringify(nodes)).not.toContain('secret')
        expect(await lineage.tree(person, root)).toEqual([])
      }
    },
  )

  test('O-03 does not betray that there is a remix that one does not see', async () => {
    const root = await lineage.publish(awa)
    const hidden = await lineage.publish(kossi, root, { visibility: 'private' })
    expect((await lineage.tree(kossi, root)).map(({ id }) => id)).toEqual([root, hidden])
    for (const person of [awa, ama, null])
      expect((await lineage.tree(person, root)).map(({ id }) => id)).toEqual([root])
    expect((await lineage.row(root)).remixes_count).toBe(0)
  })

  test('O-03 has no words that their author does not show', async () => {
    const root = await lineage.publish(awa, null, { prompt: 'Un secret d’Awa', prompt_visible: false })
    const leaf = await lineage.publish(kossi, root)
    for (const person of [awa, kossi, null]) {
      const nodes = await lineage.tree(person, leaf)
      expect(nodes.map(({ prompt }) => prompt)).toEqual([null, 'Été à Ouidah'])
    }
  })

  test('O-03 has 200 nodes at most, the way to the root and what comes from it first', async () => {
    const root = await lineage.publish(awa)
    const branch = await lineage.publish(kossi, root)
    // One after the other: that many at once would wait for a connection longer than one may.
    for (let made = 0; made < 150; made += 1) await lineage.publish(awa, root)
    const own: string[] = []
    while (own.length < 60) own.push(await lineage.publish(ama, branch))
    const nodes = await lineage.tree(null, branch)
    expect(nodes).toHaveLength(200)
    expect(nodes.slice(0, 2).map(({ id }) => id)).toEqual([root, branch])
    expect(nodes.slice(2, 62).map(({ id }) => id)).toEqual(own.toSorted())
    const before = new Set<string | null>([null])
    for (const { id, parent_id } of nodes) {
      expect(before).toContain(parent_id)
      before.add(id)
    }
  })
})

describe('the number of remixes', () => {
  test('is exact after 30 publications, 10 hidings and 10 deletions at once', async () => {
    const root = await lineage.publish(awa)
    const posts = await times(30, (index) => lineage.publish(index % 2 === 0 ? kossi : ama, root))
    const by = (index: number) => (index % 2 === 0 ? kossi : ama)
    await Promise.all([
      times(10, (index) => lineage.remove(by(index), posts[index] ?? '')),
      times(10, async (index) => {
        const rows = (await lineage.client(by(index))).from('feed_posts')
        await rows.update({ visibility: 'private' }).eq('id', posts[index + 10] ?? '')
      }),
      times(5, (index) => lineage.publish(by(index), root)),
    ])
    expect((await lineage.row(root)).remixes_count).toBe(15)
    expect(await asOwner(lineage.database, 'select app.recount_remixes() as value')).toBe(0)
  })

  test('can be counted anew', async () => {
    const root = await lineage.publish(awa)
    await lineage.publish(kossi, root)
    await asOwner(lineage.database, 'update public.feed_posts set remixes_count = 9 where id = $1', [root])
    expect(await asOwner(lineage.database, 'select app.recount_remixes() as value')).toBe(1)
    expect((await lineage.row(root)).remixes_count).toBe(1)
  })
})
