import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ada, openShop, reader, type Shop } from '../testing/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

describe('filters', () => {
  const filters: [query: string, ids: number[]][] = [
    ['id=eq.1', [1]],
    ['id=neq.1', [2, 3, 4, 5]],
    ['id=gt.3', [4, 5]],
    ['id=gte.3&id=lte.4', [3, 4]],
    ['id=lt.2', [1]],
    ['id=not.eq.1', [2, 3, 4, 5]],
    ['title=like.*a*', [1, 2, 3, 4, 5]],
    ['title=ilike.a*', [4]],
    ['title=match.^S', [2]],
    ['title=imatch.^s', [2]],
    ['id=in.(1,3,99)', [1, 3]],
    ['id=in.()', []],
    ['id=not.in.(1,2,3)', [4, 5]],
    ['title=in.("Untitled, \\"draft\\"","A Quiet Year")', [4, 5]],
    ['in_print=is.true', [1, 2, 4]],
    ['in_print=is.null', [5]],
    ['in_print=is.not_null', [1, 2, 3, 4]],
    ['in_print=is.UNKNOWN', [5]],
    ['in_print=not.is.null', [1, 2, 3, 4]],
    ['in_print=isdistinct.true', [3, 5]],
    ['tags=cs.{sea}', [2, 3]],
    ['tags=cd.{sea,travel}', [2, 3, 4]],
    ['tags=ov.{weather,travel}', [1, 3]],
    ['details=cs.{"signed":true}', [3]],
    ['details->>pages=eq.210', [2]],
    ['details->pages=gt.300', [1, 4]],
    ['offered=ov.[2020-02-15,2020-02-16)', [2]],
    ['offered=sl.[2020-02-10,2020-02-20)', [1]],
    ['offered=sr.[2019-01-01,2019-02-01)', [1, 2]],
    ['offered=nxr.[2019-01-01,2020-02-01)', [1]],
    ['offered=nxl.[2020-01-10,2021-01-01)', [2]],
    ['offered=adj.[2020-03-01,2020-04-01)', [2]],
    ['search=fts.rain', [1]],
    ['search=fts(english).stars', [2]],
    ['title=plfts(english).long rain', [1]],
    ['title=phfts.Quiet Year', [4]],
    ['title=wfts(english).salt or harbour', [2, 3]],
    ['title=not.wfts.salt', [1, 3, 4, 5]],
    ['title=like(any).{A*,*Rain}', [1, 4]],
    ['id=eq(any).{1,2}', [1, 2]],
    ['id=gt(all).{1,3}', [4, 5]],
    ['title=not.ilike(any).{a*,*rain}', [2, 3, 5]],
    ['or=(id.eq.1,id.eq.5)', [1, 5]],
    ['and=(id.gt.1,id.lt.4)', [2, 3]],
    ['not.or=(id.eq.1,id.eq.5)', [2, 3, 4]],
    ['or=(id.eq.1,and(price.gt.15,in_print.is.true))', [1, 2, 4]],
    ['or=(id.eq.1,not.and(price.gt.1,id.lt.5))', [1, 5]],
    ['or=(title.eq."Untitled, \\"draft\\"",tags.cs.{sea,travel})', [3, 5]],
    ['or=(id.in.(1,2),title.ilike.*quiet*)', [1, 2, 4]],
    ['price_with_tax=gt.22', [2, 4]],
    ['binding=eq.digital', [4]],
    ['isbn=eq.111-1111111', [1]],
    ['published=gt.2000-01-01', [3, 4]],
  ]
  test.each(filters)('%s', async (query, ids) => {
    const path = `/books?select=id&order=id&${encodeURI(query).replaceAll('+', '%2B')}`
    const answer = await shop.get(path, reader(ada))
    expect(answer.json()).toEqual(ids.map((id) => ({ id })))
  })

  test('a plus is a space', async () => {
    const answer = await shop.get('/books?select=id&title=eq.A+Quiet+Year')
    expect(answer.json()).toEqual([{ id: 4 }])
  })
})
