/** What the running server tells of publications and profiles: to crawlers in heads, to whoever has one open in counts. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { RunningSystem } from '../../../tests/support/start-system.ts'
import { checked, HeadSystem, type Author } from '../support/head-system.ts'

const hostile = `</title><script>alert(1)</script>\u202E"'&`

let heads: HeadSystem
let system: RunningSystem
let service: SupabaseClient
let author: Author
beforeAll(async () => {
  heads = await HeadSystem.open()
  ;({ system, service } = heads)
  author = await heads.awa()
})
afterAll(() => heads.close())

const visit = (path: string) => heads.visit(path)
const publish = (fields?: object, decided?: object, size?: { width: number; height: number }) =>
  heads.publish(author, fields, decided, size)

const oembed = (url: string, more = '') =>
  fetch(`${system.url}/functions/v1/link-preview?format=oembed&url=${encodeURIComponent(url)}${more}`)

describe('a publication', () => {
  test('has title, words, author and a card of 1200 × 630 that is there', async () => {
    const id = await publish({ title: 'Lagune', description: 'Le <soir>\n\ntombe & passe', alt_text: 'Une pirogue' })
    const head = await visit(`/post/${id}?from=feed`)
    expect(head).toMatchObject({
      status: 200,
      title: 'Lagune · Awa Sanogo · Cortexia',
      canonical: `${system.url}/post/${id}`,
      meta: {
        description: 'Le &lt;soir&gt; tombe &amp; passe',
        'og:title': 'Lagune',
        'og:type': 'article',
        'og:url': `${system.url}/post/${id}`,
        'og:image:width': '1200',
        'og:image:height': '630',
        'og:image:alt': 'Une pirogue',
        'twitter:card': 'summary_large_image',
        'article:author': `${system.url}/profile/awa.s`,
      },
    })
    expect(head.meta).toMatchObject({ robots: 'noai, noimageai', 'tdm-reservation': '1' })
    const card = await fetch(head.meta['og:image']?.replaceAll('&amp;', '&') ?? '')
    expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const { width, height } = await sharp(await card.arrayBuffer()).metadata()
    expect([width, height]).toEqual([1200, 630])
    expect(head.text).toContain('type="application/json+oembed"')
  })

  test('smaller than the card says so, and has the card’s shape', async () => {
    const id = await publish({}, {}, { width: 1024, height: 1024 })
    const { meta, title } = await visit(`/post/${id}`)
    expect([title, meta['og:title']]).toEqual([
      'Le soir sur la lagune · Awa Sanogo · Cortexia',
      'Le soir sur la lagune',
    ])
    const hidden = await publish({ prompt_visible: false })
    expect((await visit(`/post/${hidden}`)).meta['og:title']).toBe('Image d’Awa Sanogo')
    const card = await fetch(meta['og:image']?.replaceAll('&amp;', '&') ?? '')
    const { width, height } = await sharp(await card.arrayBuffer()).metadata()
    expect([meta['og:image:width'], meta['og:image:height']]).toEqual([String(width), String(height)])
    expect([width, height]).toEqual([1024, 538])
  })

  test('is 404 where it never was or is private, 410 where it was taken away', async () => {
    const [mine, kept, removed] = [
      await publish({ visibility: 'private' }),
      await publish(),
      await publish({}, { status: 'removed' }),
    ]
    for (const id of ['unknown', crypto.randomUUID(), mine, '%27%20or%201=1'])
      expect(await visit(`/post/${id}`)).toMatchObject({
        status: 404,
        title: 'Cette publication est introuvable · Cortexia',
      })
    await checked(author.client.rpc('delete_post', { post_id: kept }))
    for (const id of [kept, removed]) {
      const head = await visit(`/post/${id}`)
      expect(head).toMatchObject({ status: 410, title: 'Cette publication n’est plus disponible · Cortexia' })
      expect(head.text).not.toMatch(/lagune|Awa|generated-images/i)
    }
  })

  test('S-12 that is not for every visitor leaks nothing into its page', async () => {
    const words = { title: 'Secret titre', description: 'Secret texte', alt_text: 'Secret', prompt: 'Secret prompt' }
    const hidden = [
      await publish({ ...words, visibility: 'followers' }),
      await publish({ ...words, visibility: 'private' }),
      await publish(words, { rating: 2 }),
      await publish(words, { status: 'removed' }),
    ]
    for (const id of hidden) {
      const { text, status, meta } = await visit(`/post/${id}`)
      expect(text).not.toMatch(/secret|awa|generated-images/i)
      expect([[200, 404, 410].includes(status), meta['robots']]).toEqual([true, 'noindex'])
      expect((await oembed(`${system.url}/post/${id}`)).status).toBe(404)
    }
    const mild = await visit(`/post/${await publish(words, { rating: 1 })}`)
    expect(mild.text).not.toContain('generated-images')
    expect(mild.meta).toMatchObject({ robots: 'noindex, noai, noimageai', 'og:title': 'Secret titre' })
    const unlisted = await visit(`/post/${await publish({ ...words, visibility: 'unlisted' })}`)
    expect(unlisted.meta).toMatchObject({ robots: 'noindex, noai, noimageai', 'og:title': 'Secret titre' })
    const silent = await visit(`/post/${await publish({ prompt: 'Secret prompt', prompt_visible: false })}`)
    expect(silent.text).not.toMatch(/secret/i)
  })

  test('X-01 cannot speak in the page by its words', async () => {
    const id = await publish({ title: hostile, description: hostile + '🦜'.repeat(500), alt_text: hostile })
    const { text, title, meta } = await visit(`/post/${id}`)
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(title).toBe('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp; · Awa Sanogo · Cortexia')
    expect(meta['og:description']?.endsWith('🦜…')).toBe(true)
    expect(text).not.toContain('\u202E')
  })
})

describe('a profile', () => {
  test('has name and words; an unknown one is 404, an earlier name leads to the present', async () => {
    const head = await visit('/profile/awa.s')
    expect(head).toMatchObject({
      status: 200,
      title: 'Awa Sanogo (@awa.s) · Cortexia',
      canonical: `${system.url}/profile/awa.s`,
      meta: { description: 'Des &lt;lagunes&gt;', 'og:type': 'profile', 'profile:username': 'awa.s' },
    })
    expect(await visit(`/profile/${author.id}`)).toMatchObject({
      status: 200,
      canonical: `${system.url}/profile/awa.s`,
    })
    for (const handle of ['nobody.here', crypto.randomUUID(), '%00', '<script>', 'x'.repeat(150)])
      expect((await visit(`/profile/${handle}`)).status).toBe(404)
    await author.client.rpc('change_username', { username: 'awa.lagune' })
    expect((await visit('/profile/AWA.S')).canonical).toBe(`${system.url}/profile/awa.lagune`)
  })

  test('that wants no search engine says so, with its publications; a private one says little; one that goes is gone', async () => {
    const quiet = await heads.person()
    const own = author
    author = quiet
    const id = await publish({ title: 'Calme' })
    author = own
    await checked(
      quiet.client
        .from('profile_settings')
        .update({ noindex: true })
        .eq('user_id', quiet.id)
        .select('user_id')
        .single(),
    )
    await quiet.client.rpc('change_username', { username: 'yao.calme' })
    await quiet.client.from('profiles').update({ bio: 'Entre nous' }).eq('id', quiet.id)
    for (const path of ['/profile/yao.calme', `/post/${id}`])
      expect((await visit(path)).meta['robots']).toBe('noindex, noai, noimageai')
    await quiet.client.rpc('change_username', { username: 'yao.prive' })
    await quiet.client.from('profiles').update({ is_private: true }).eq('id', quiet.id)
    await quiet.client.from('profile_settings').update({ ai_training: true }).eq('user_id', quiet.id)
    const closed = await visit('/profile/yao.prive')
    expect([closed.status, closed.meta['robots'], closed.text.includes('Entre nous')]).toEqual([200, 'noindex', false])
    expect(closed.meta['tdm-reservation']).toBe('0')
    await checked(service.from('profiles').update({ status: 'suspended' }).eq('id', quiet.id).select('id').single())
    expect((await visit(`/profile/${quiet.id}`)).status).toBe(404)
  })
})

describe('oEmbed', () => {
  test('describes a publication as a photo of the size asked for, by our own addresses alone', async () => {
    const id = await publish({ title: 'Lagune' })
    const answer = await oembed(`${system.url}/post/${id}`, '&maxwidth=640&maxheight=300')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const photo = (await answer.json()) as { url: string }
    expect(photo).toMatchObject({
      version: '1.0',
      type: 'photo',
      title: 'Lagune',
      author_name: 'Awa Sanogo',
      provider_name: 'Cortexia',
      width: 400,
      height: 300,
    })
    const picture = await sharp(await (await fetch(photo.url)).arrayBuffer()).metadata()
    expect([picture.width, picture.height]).toEqual([400, 300])
    const strange = [
      '',
      'x',
      `https://evil.example/post/${id}`,
      `${system.url}/profile/awa.lagune`,
      `${system.url}/post/x`,
    ]
    for (const url of strange) expect((await oembed(url)).status).toBe(404)
    expect((await fetch(`${system.url}/functions/v1/link-preview?url=x&format=xml`)).status).toBe(501)
  })
})

describe('a frame on another site', () => {
  const frame = async (url: string) => {
    const address = `${system.url}/functions/v1/link-preview?format=frame&url=${encodeURIComponent(url)}`
    const response = await fetch(address)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  test('shows a publication and leads to it, runs nothing, and is the one page that frames may show', async () => {
    const id = await publish({ title: hostile, alt_text: 'Une pirogue' })
    const { status, headers, text } = await frame(`${system.url}/post/${id}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; img-src 'self' \S+; style-src 'sha256-/u)
    expect(policy).toContain('frame-ancestors *')
    expect([headers.get('x-frame-options'), text.includes('<script')]).toEqual([null, false])
    expect(text).toContain(`href="${system.url}/post/${id}"`)
    const source = /<img src="([^"]+)" alt="Une pirogue">/u.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await fetch(source)).headers.get('content-type')).toBe('image/webp')
    const page = await fetch(`${system.url}/post/${id}`)
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('has nothing of what a visitor may not see, and says what is gone', async () => {
    const words = { title: 'Secret titre', prompt: 'Secret prompt', alt_text: 'Secret' }
    const [followers, sensitive, removed, mine] = [
      await publish({ ...words, visibility: 'followers' }),
      await publish(words, { rating: 2 }),
      await publish(words, { status: 'removed' }),
      await publish({ ...words, visibility: 'private' }),
    ]
    const statuses = []
    for (const id of [followers, sensitive, removed, mine, 'x']) {
      const { status, text } = await frame(`${system.url}/post/${id}`)
      expect(text).not.toMatch(/secret|awa|generated-images/i)
      statuses.push(status)
    }
    expect(statuses).toEqual([200, 200, 410, 404, 404])
    expect((await frame(`https://evil.example/post/${followers}`)).status).toBe(404)
  })
})

test('whoever has a publication open hears its counts change, visitors too', async () => {
  const id = await publish()
  const visitor = createClient(system.url, system.anonKey)
  const { promise: heard, resolve } = Promise.withResolvers<unknown>()
  const { promise: joined, resolve: enter, reject } = Promise.withResolvers<string>()
  const channel = visitor
    .channel(`post:${id}`, { config: { private: true } })
    .on('broadcast', { event: 'counts' }, ({ payload }) => resolve(payload))
    .subscribe((status, error) => (error ? reject(error) : enter(status)))
  expect(await joined).toBe('SUBSCRIBED')
  await checked(author.client.from('post_likes').insert({ post_id: id, user_id: author.id }).select('post_id').single())
  expect(await heard).toMatchObject({ likes_count: 1, comments_count: 0, remixes_count: 0, saves_count: 0 })
  await visitor.removeChannel(channel)
})

test('the home page has one address', async () => {
  const { status, canonical, meta } = await visit('/feed')
  expect([status, canonical, meta['og:image']]).toEqual([200, `${system.url}/`, `${system.url}/icon-512.png`])
})

describe('the newest publications without a script', () => {
  const list = (address = `${system.url}/functions/v1/link-preview?format=list`) => fetch(address)
  const hrefOf = (text: string, rel: string) =>
    new RegExp(`<a rel="${rel}" href="([^"]+)"`, 'u').exec(text)?.[1]?.replaceAll('&amp;', '&')

  test('F6 lead from page to page to their end; nothing that visitors do not see, no hidden person, no script', async () => {
    const shy = await heads.person()
    await checked(shy.client.from('profile_settings').update({ noindex: true }).eq('user_id', shy.id))
    const hidden = [
      await heads.publish(shy),
      await publish({ title: 'Caché', visibility: 'followers' }),
      await publish({ title: 'Caché' }, { rating: 1 }),
    ]
    const posts = []
    for (let number = 0; number < 25; number += 1) posts.push(await publish({ title: `${hostile} ${number}` }))
    const first = await list()
    const text = await first.text()
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(first.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/u)
    expect([text.includes('<script'), text.match(/<li>/gu)?.length]).toEqual([false, 24])
    expect(text).toContain(`href="${system.url}/post/${posts.at(-1)}"`)
    expect(text).toContain('@media(prefers-color-scheme:dark)')
    const picture = /<img [^>]*src="([^"]+)"/u.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await fetch(picture)).headers.get('content-type')).toBe('image/webp')

    const pages = [text]
    for (let next = hrefOf(text, 'next'); next !== undefined; next = hrefOf(pages.at(-1) ?? '', 'next'))
      pages.push(await (await list(next)).text())
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.at(-1)).toContain('Vous avez tout vu.')
    const all = pages.join('')
    for (const id of posts) expect(all.split(`<a href="${system.url}/post/${id}">`)).toHaveLength(3)
    for (const id of hidden) expect(all).not.toContain(id)
    expect(all).not.toContain('Caché')
    expect((await list(`${system.url}/functions/v1/link-preview?format=list&page=x`)).status).toBe(400)
  })
})
