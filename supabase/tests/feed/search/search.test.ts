/** Search: the scores of spec §9 to the tenth of a point, and nothing found that the asker may not see. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { rowsOf } from '../../../../tests/support/test-database.ts'
import { awa, kossi } from '../../support/product-database.ts'
import { openSearch, postSql, type FoundPost, type Search } from './search-people.ts'

let search: Search
beforeAll(async () => {
  search = await openSearch()
})
afterAll(() => search[Symbol.asyncDispose]())
beforeEach(async () => {
  await search.run('truncate public.feed_posts, public.hashtags cascade')
  await search.run('delete from auth.users where id not in ($1::uuid, $2::uuid)', [awa, kossi])
})

const now = new Date('2026-06-01T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
const day = 24
const old = ago(400 * day)
const posts = (query: string, params: object = {}) =>
  search.ask<FoundPost>(kossi, 'search_posts', { query, as_of: now, ...params })
const promptsOf = async (query: string, params: object = {}) => (await posts(query, params)).map(({ prompt }) => prompt)

describe('publications', () => {
  const cases: readonly [expected: number, fields: Record<string, string | number>][] = [
    [70, { prompt: 'Un baobab', description: 'baobab', hashtags: 'baobab' }],
    [60, { description: 'Le baobab du village', hashtags: 'baobab' }],
    [50, { hashtags: 'arbre,baobab' }],
    [70.7, { prompt: 'baobab', likes_count: 7 }],
    [90, { prompt: 'baobab', likes_count: 200 }],
    [90, { prompt: 'baobab', likes_count: 5_000 }],
    [71.4, { prompt: 'baobab', comments_count: 7 }],
    [85, { prompt: 'baobab', comments_count: 75 }],
    [85, { prompt: 'baobab', comments_count: 900 }],
    [105, { prompt: 'baobab', likes_count: 900, comments_count: 900 }],
    [100, { prompt: 'baobab', created_at: ago(23.9) }],
    [85, { prompt: 'baobab', created_at: ago(24) }],
    [85, { prompt: 'baobab', created_at: ago(7 * day - 1) }],
    [70, { prompt: 'baobab', created_at: ago(7 * day) }],
    [135, { prompt: 'baobab', likes_count: 201, comments_count: 80, created_at: ago(1) }],
    [80.3, { hashtags: 'baobab', likes_count: 3, created_at: ago(1) }],
  ]

  test('have the exact points of the specification', async () => {
    await search.put(cases.map(([, fields], n) => postSql(awa, { title: `${n}`, created_at: old, ...fields })))
    const found = await posts('baobab')
    const points = new Map(
      found.map((row) => [Number((row as unknown as { title: string }).title), row.relevance_score]),
    )
    expect(cases.map((_, n) => points.get(n))).toEqual(cases.map(([expected]) => expected))
    const sorted = found.map((row) => row.relevance_score)
    expect(sorted).toEqual(sorted.toSorted((a, b) => b - a))
  })

  test('with the same points come newest first, then by their ids', async () => {
    const ids = ['22222222', '33333333', '11111111'].map((start) => `${start}-0000-4000-8000-000000000000`)
    await search.put(
      [ago(500 * day), ago(600 * day), ago(600 * day)].map((created_at, n) =>
        postSql(awa, { id: ids[n] ?? '', prompt: 'baobab', created_at }),
      ),
    )
    expect((await posts('baobab')).map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]])
  })

  test('carry the fields of the specification', async () => {
    await search.put([
      postSql(awa, { prompt: 'baobab', title: 'T', description: 'D', likes_count: 3, created_at: old }),
    ])
    expect(await posts('baobab')).toEqual([
      {
        id: expect.any(String),
        title: 'T',
        description: 'D',
        image_url: expect.stringContaining('y.webp'),
        prompt: 'baobab',
        likes_count: 3,
        comments_count: 0,
        creator_name: 'Awa Sanogo',
        creator_avatar: null,
        relevance_score: 70.3,
      },
    ])
  })

  test('are found whatever accents, case and blanks; the signs of patterns mean themselves', async () => {
    const prompts = ['Forêt d’ÉBÈNE,\n  l’été', 'à 100 % de coton', 'a_b', 'axb', String.raw`c:\dossier`, "l'œuvre"]
    await search.put(prompts.map((prompt) => postSql(awa, { prompt })))
    for (const query of ['FORET', 'd’ebene, l', '  forêt ', 'fo\u200Brê\u202Et', '#forêt'])
      expect({ query, found: await promptsOf(query) }).toEqual({ query, found: [prompts[0]] })
    expect(await promptsOf('100 %')).toEqual([prompts[1]])
    expect(await promptsOf('%')).toEqual([prompts[1]])
    expect(await promptsOf('a_b')).toEqual(['a_b'])
    expect(await promptsOf('c:\\d')).toEqual([prompts[4]])
    expect(await promptsOf("'OEUVRE")).toEqual([prompts[5]])
    for (const nothing of ['', '   ', '\u200B', '#', "'; drop table feed_posts --", '<script>', '🦊'.repeat(10_000)])
      expect(await posts(nothing)).toEqual([])
  })

  test('are narrowed by author, time, mode and words that must not occur', async () => {
    await search.put([
      postSql(awa, { prompt: 'baobab un', mode: 'cortexia', created_at: ago(30 * day) }),
      postSql(kossi, { prompt: 'baobab deux', mode: 'normal', created_at: ago(40 * day), hashtags: 'nuit' }),
      postSql(awa, { prompt: 'baobab trois', mode: 'normal', created_at: ago(50 * day), description: 'à l’Été' }),
    ])
    expect(await promptsOf('baobab', { by_person: '@AWA' })).toEqual(['baobab un', 'baobab trois'])
    expect(await promptsOf('baobab', { by_person: 'personne' })).toEqual([])
    expect(await promptsOf('baobab', { since: ago(40 * day) })).toEqual(['baobab un', 'baobab deux'])
    expect(await promptsOf('baobab', { until: ago(40 * day) })).toEqual(['baobab trois'])
    expect(await promptsOf('baobab', { mode: 'normal' })).toEqual(['baobab deux', 'baobab trois'])
    expect(await promptsOf('baobab', { without: ['nuit', 'ete'] })).toEqual(['baobab un'])
  })
})

describe('however many hold the text', () => {
  const exact = `
    select p.id, place + least(p.likes_count * 0.1, 20) + least(p.comments_count * 0.2, 15)
      + case when age < interval '24 hours' then 30 when age < interval '7 days' then 15 else 0 end as score
    from public.feed_posts p,
      lateral (select case when strpos(app.fold(p.prompt), $1) > 0 then 70 when strpos(app.fold(p.description), $1) > 0 then 60
        when strpos(app.fold(p.hashtags), $1) > 0 then 50 end, $2::timestamptz - p.created_at) as known (place, age)
    where p.audience = 'public' and p.status = 'published' and p.rating <= 1 and place is not null
    order by score desc, p.created_at desc, p.id
    limit 60`

  test('the best are exact, page after page', async () => {
    await search.put([
      `
      insert into public.feed_posts (id, creator_id, prompt, description, hashtags, image_url, likes_count, comments_count,
        created_at, visibility, audience, rating)
      select md5(n::text)::uuid, '${awa}', concat_ws(' ', 'image', case when n % 3 = 0 then 'Lumière' end, case when n % 400 = 0 then 'rare' end,
          case when n % 90 < 25 and n % 700 > 170 then 'jamais aimé' end),
        case when n % 2 = 0 then 'Harmattan' end, case when n % 5 = 0 then 'lagune,lumiere' else '' end, 'http://x/y',
        case when n % 7 = 0 then n % 300 else n % 4 end, n % 90, timestamptz '${now.toISOString()}' - (n % 700) * interval '70 minutes',
        case when n % 9 = 0 then 'private' else 'public' end, case when n % 9 = 0 then 'private' else 'public' end, n % 3
      from generate_series(1, 4000) n`,
    ])
    await search.run('analyze app.post_words, app.post_ranks')
    // Found by index, by walking, by both; among the old ones that nobody likes; by parts, of which there are some or none.
    for (const query of ['lumiere', 'harmattan', 'lagune', 'rare', 'jamais aime', 'im', 'e', 'ra', 'ja', 'q']) {
      const expected = await rowsOf<{ id: string; score: string }>(search.database, exact, [query, now.toISOString()])
      const found: FoundPost[] = []
      for (let page = 0; page < 3; page += 1) {
        const last = found.at(-1)
        found.push(...(await posts(query, last && { after_score: last.relevance_score, after_id: last.id })))
      }
      expect({ query, best: found.map(({ id, relevance_score: score }) => `${score} ${id}`) }).toEqual({
        query,
        best: expected.map(({ id, score }) => `${Number(score)} ${id}`),
      })
    }
  })

  test('a page after what is not there is refused', async () => {
    const page = posts('x', { after_score: 70, after_id: crypto.randomUUID() })
    await expect(page).rejects.toMatchObject({ hint: 'cursor_invalid' })
  })
})

describe('a publication is not found', () => {
  beforeEach(() =>
    search.put([
      postSql(awa, { prompt: 'baobab public' }),
      postSql(awa, { prompt: 'baobab sensible', rating: 2 }),
      ...['followers', 'unlisted', 'private'].map((visibility) => postSql(awa, { prompt: 'baobab', visibility })),
    ]),
  )
  const seen = async (person = kossi) =>
    (await search.ask<FoundPost>(person, 'search_posts', { query: 'baobab' })).map(({ prompt }) => prompt)
  const change = (columns: string) =>
    search.run(`update public.feed_posts set ${columns} where prompt = 'baobab public'`)
  const kept = ['baobab public']

  test('unless it is public, and rated as the asker accepts it; one’s own always', async () => {
    expect(await seen()).toEqual(kept)
    expect((await seen(awa)).toSorted()).toEqual(['baobab public', 'baobab sensible'])
    await search.run('update public.profile_settings set max_rating = 2 where user_id = $1', [kossi])
    expect(await seen()).toHaveLength(2)
    await search.run('update public.profile_settings set max_rating = 1 where user_id = $1', [kossi])
  })

  test('once it is limited, removed, deleted, made private or its author suspended, and is again afterwards', async () => {
    for (const [taken, back] of [
      [`status = 'limited'`, `status = 'published'`],
      [`status = 'removed'`, `status = 'published'`],
      [`status = 'deleted'`, `status = 'published'`],
      [`visibility = 'private'`, `visibility = 'public'`],
    ] as const) {
      await change(taken)
      expect({ taken, seen: await seen() }).toEqual({ taken, seen: [] })
      await change(back)
      expect({ back, seen: await seen() }).toEqual({ back, seen: kept })
    }
    await search.run(`update public.profiles set status = 'suspended' where id = $1`, [awa])
    expect(await seen()).toEqual([])
    expect(await search.ask(kossi, 'search_users', { query: 'awa' })).toEqual([])
    await search.run(`update public.profiles set status = 'active' where id = $1`, [awa])
    expect(await seen()).toEqual(kept)
  })

  test('by the words that its author hides', async () => {
    await search.run(`update public.feed_posts set prompt_visible = false, prompt = '…' where prompt = 'baobab public'`)
    expect(await seen()).toEqual([])
    expect(await search.ask(kossi, 'search_posts', { query: '…' })).toEqual([])
  })

  test('between people of whom one has blocked the other', async () => {
    for (const [blocker, blocked] of [
      [awa, kossi],
      [kossi, awa],
    ] as const) {
      await search.run('insert into public.blocks (blocker_id, blocked_id) values ($1, $2)', [blocker, blocked])
      expect(await seen()).toEqual([])
      expect(await search.ask(kossi, 'search_users', { query: 'awa' })).toEqual([])
      expect(await search.ask(kossi, 'search_suggestions', { query: 'awa' })).toEqual([])
      await search.run('delete from public.blocks')
    }
    expect(await seen()).toEqual(kept)
  })

  test('where its author, a word or a hashtag of it is muted, until the mute ends', async () => {
    await change(`hashtags = 'savane,arbre'`)
    for (const [kind, target] of [
      ['user', awa],
      ['word', 'Public'],
      ['hashtag', 'savane'],
    ] as const) {
      const mute = `insert into public.mutes (user_id, kind, target, scope) values ($1, $2, $3, '{search}')`
      await search.run(mute, [kossi, kind, target])
      expect({ kind, seen: await seen() }).toEqual({ kind, seen: [] })
      expect(await seen(awa)).toContain('baobab public')
      await search.run(`update public.mutes set expires_at = now() - interval '1 minute'`)
      expect({ kind, seen: await seen() }).toEqual({ kind, seen: kept })
      await search.run('delete from public.mutes')
    }
  })
})
