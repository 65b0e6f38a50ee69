/** The SQL of every feature of the wire, checked in for reviewers to read. */
import { expect, test } from 'vitest'

import { shopSchema } from '../../testing/catalogue.ts'
import { restConfig } from '../config.ts'
import { parseRequest } from '../parse/request.ts'
import { planRequest } from '../plan/planner.ts'
import { toStatements } from './statement.ts'

const config = restConfig({ allowsAggregates: true, allowsPlan: true, requiresFilter: false })

interface Asked {
  readonly method?: string
  readonly url: string
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

const representation = { prefer: 'return=representation' }

const asked: Record<string, Asked> = {
  star: { url: '/books' },
  'select-alias-cast-json': { url: '/authors?select=label:name,id::text,details->prizes->0->>name' },
  'select-nothing': { url: '/books?select=publishers()' },
  'filters-compare': { url: '/books?id=gt.1&title=not.like.*a*&price=lte.5&tags=cs.{x}' },
  'filters-index-constant': { url: '/books?title=eq.Dune&title=neq.Emma' },
  'filters-list-null': { url: '/books?id=in.(1,"2,3")&title=is.null&author_id=isdistinct.4' },
  'filters-quantified': { url: '/books?title=ilike(any).{*a*,b}&id=not.eq(all).{1,2}' },
  'filters-search': { url: '/books?search=fts(english).rain&title=wfts.long' },
  'filters-json': { url: '/authors?details->>city=eq.Oslo&details->size->0=gt.2' },
  'logic-tree': { url: '/books?or=(id.eq.1,not.and(price.gt.2,title.ilike.*x))&and=(id.lt.9)' },
  'order-window': { url: '/books?order=price.desc.nullslast,title&limit=20&offset=40' },
  'count-exact': { url: '/books?id=gt.1&limit=20', headers: { prefer: 'count=exact' } },
  'count-planned': { url: '/books?id=gt.1', headers: { prefer: 'count=planned' } },
  'count-estimated': { url: '/books?id=gt.1', headers: { prefer: 'count=estimated' } },
  'embed-to-one': { url: '/books?select=title,publishers(name)' },
  'embed-to-many': { url: '/publishers?select=name,books(title)&books.order=title&books.limit=3&books.price=gt.5' },
  'embed-many-to-many': { url: '/books?select=title,genres(name)' },
  'embed-one-to-one': { url: '/books?select=title,covers(colour)' },
  'embed-self': { url: '/sections?select=name,sections(name),parent:parent_id(name)' },
  'embed-inner': { url: '/publishers?select=name,books!inner(title)&books.price=gt.5' },
  'embed-null': { url: '/publishers?select=name,books()&books=is.null' },
  'embed-computed': { url: '/authors?select=name,bestsellers(title)' },
  'embed-nested': { url: '/publishers?select=name,books(title,author_id(name),genres(name))' },
  'embed-order': { url: '/books?select=title,publishers()&order=publishers(name).desc' },
  'spread-to-one': { url: '/books?select=title,...publishers(house:name)' },
  'spread-to-many': { url: '/publishers?select=name,...books(titles:title)' },
  aggregates: { url: '/books?select=publishers(name),price.sum(),count(),first:id.min()::text' },
  'aggregates-spread': { url: '/books?select=price.sum(),...publishers(name,most:id.max(),count())' },
  'domain-read': { url: '/labels?hue=in.(red,blue)&hue=neq.green' },
  'media-handled': { url: '/genres', headers: { accept: 'application/vnd.shop.names' } },
  geojson: { url: '/books', headers: { accept: 'application/geo+json' } },
  csv: { url: '/books?select=id,title', headers: { accept: 'text/csv' } },
  'object-stripped': { url: '/books?id=eq.1', headers: { accept: 'application/vnd.pgrst.object+json;nulls=stripped' } },
  explain: { url: '/books', headers: { accept: 'application/vnd.pgrst.plan+json; options=analyze|buffers' } },
  'insert-minimal': { method: 'POST', url: '/books', body: { title: 'x' } },
  'insert-rows': {
    method: 'POST',
    url: '/books?select=id,publishers(name)',
    body: [{ title: 'x' }],
    headers: representation,
  },
  'insert-defaults': {
    method: 'POST',
    url: '/books?columns=title,price',
    body: [{ title: 'x' }],
    headers: { prefer: 'missing=default' },
  },
  'domain-insert': {
    method: 'POST',
    url: '/labels?columns=id,hue',
    body: [{ id: 1, hue: 'red' }],
    headers: { prefer: 'missing=default' },
  },
  'domain-update': { method: 'PATCH', url: '/labels?hue=eq.red', body: { hue: 'blue' } },
  'insert-location': {
    method: 'POST',
    url: '/books',
    body: { title: 'x' },
    headers: { prefer: 'return=headers-only' },
  },
  'upsert-merge': {
    method: 'POST',
    url: '/books',
    body: { id: 1, title: 'x' },
    headers: { prefer: 'resolution=merge-duplicates' },
  },
  'upsert-ignore': {
    method: 'POST',
    url: '/books?on_conflict=title',
    body: { title: 'x' },
    headers: { prefer: 'resolution=ignore-duplicates' },
  },
  put: { method: 'PUT', url: '/books?id=eq.1', body: { id: 1, title: 'x' } },
  'update-rows': {
    method: 'PATCH',
    url: '/books?id=eq.1&select=title,genres(name)',
    body: { title: 'x' },
    headers: representation,
  },
  'update-nothing': { method: 'PATCH', url: '/books', body: {} },
  delete: { method: 'DELETE', url: '/books?price=lt.1' },
  'call-set': {
    url: '/rpc/find_books?term=rain&select=title,genres(name)&id=gt.1&order=id',
    headers: { prefer: 'count=exact' },
  },
  'call-value': { url: '/rpc/greet?name=Ann' },
  'call-json': { method: 'POST', url: '/rpc/greet', body: { name: 'Ann' } },
  'call-first-of-array': { method: 'POST', url: '/rpc/greet', body: [{ name: 'Ann' }] },
  'call-variadic': { url: '/rpc/total?amounts=1&amounts=2' },
  'call-unnamed': { method: 'POST', url: '/rpc/keys_of', body: { a: 1 } },
  'call-void': { method: 'POST', url: '/rpc/touch' },
}

test.each(Object.entries(asked))('%s', async (name, { method = 'GET', url, headers = {}, body }) => {
  const http = {
    method,
    url,
    mount: '/rest/v1',
    headers,
    body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
  }
  const plan = planRequest(parseRequest(http, config), shopSchema, config)
  const { main, estimate } = toStatements(plan)
  const written = [main, estimate].flatMap((statement) => (statement === null ? [] : [show(statement)]))
  await expect(written.join('\n')).toMatchFileSnapshot(`golden/${name}.sql`)
})

/** One clause a line. */
function show({ text, params = [] }: { text: string; params?: readonly unknown[] }): string {
  const broken = text.replaceAll(
    / (?=(?:from|where|order by|limit|group by|left join|join|returning|on conflict|select) )/g,
    '\n',
  )
  const values = params.map((value, at) => `-- $${at + 1} = ${JSON.stringify(value)}\n`)
  return `${values.join('')}${broken};\n`
}
