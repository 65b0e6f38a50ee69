/** Requests of every feature beside the SQL that a person would have written for them. */

export interface FixedRequest {
  readonly path: string
  /** Its rows, in order, are the answer's. */
  readonly sql: string
}

const asked = (path: string, sql: string): FixedRequest => ({ path, sql })

export const fixedRequests: readonly FixedRequest[] = [
  asked('/genres?order=id', 'select id, name from genres order by id'),
  asked(
    '/books?select=id,label:title,price::text,details->>pages&order=id',
    `select id, title as label, price::text, details ->> 'pages' as pages from books order by id`,
  ),
  asked(
    '/books?select=id&or=(price.gt.15,and(in_print.is.true,id.lt.3))&order=id.desc',
    'select id from books where price > 15 or (in_print and id < 3) order by id desc',
  ),
  asked(
    '/books?select=id&not.or=(id.eq.1,title.like.*a*)&order=id',
    `select id from books where not (id = 1 or title like '%a%') order by id`,
  ),
  asked(
    '/books?select=id,published&order=published.desc.nullslast,id&limit=4&offset=1',
    'select id, published from books order by published desc nulls last, id limit 4 offset 1',
  ),
  asked(
    '/books?select=id&title=fts(english).rains&order=id',
    `select id from books where to_tsvector('english', title) @@ to_tsquery('english', 'rains') order by id`,
  ),
  asked(
    '/books?select=id&search=wfts(english).salt or harbours&order=id',
    `select id from books where search @@ websearch_to_tsquery('english', 'salt or harbours') order by id`,
  ),
  asked(
    '/books?select=id&tags=ov.{sea,travel}&offered=not.is.null&order=id',
    `select id from books where tags && '{sea,travel}' and offered is not null order by id`,
  ),
  asked(
    '/books?select=id&author_id=isdistinct.1&order=id',
    'select id from books where author_id is distinct from 1 order by id',
  ),
  asked(
    '/books?select=id&title=ilike(any).{a*,"*\\"yes\\""}&order=id',
    `select id from books where title ilike any (array['a%', '%"yes"']) order by id`,
  ),
  asked(
    '/books?select=id,title&title=in.(null,"50% off (now), \\"yes\\"",A Quiet Year)&order=id',
    `select id, title from books where title in ('null', '50% off (now), "yes"', 'A Quiet Year') order by id`,
  ),
  asked(
    '/books?select=id,publishers(name)&order=id',
    `select b.id, case when p.id is null then null else json_build_object('name', p.name) end as publishers
       from books b left join publishers p on p.id = b.publisher_id order by b.id`,
  ),
  asked(
    '/authors?select=name,books!author_id(title)&books.order=id.desc&books.limit=2&order=id',
    `select a.name, coalesce((select json_agg(json_build_object('title', t.title) order by t.id desc)
       from (select id, title from books where author_id = a.id order by id desc limit 2) t), '[]') as books
       from authors a order by a.id`,
  ),
  asked(
    '/genres?select=name,books(id)&books.price=gt.10&books.order=id&order=id',
    `select g.name, coalesce((select json_agg(json_build_object('id', b.id) order by b.id) from books b
       join book_genres bg on bg.book_id = b.id where bg.genre_id = g.id and b.price > 10), '[]') as books
       from genres g order by g.id`,
  ),
  asked(
    '/publishers?select=id,books!inner(id)&books.price=gt.15&books.order=id&order=id',
    `select p.id, json_agg(json_build_object('id', b.id) order by b.id) as books
       from publishers p join books b on b.publisher_id = p.id and b.price > 15 group by p.id order by p.id`,
  ),
  asked(
    '/publishers?select=id,books!inner(reviews!inner(rating))&books.reviews.rating=eq.5&books.order=id&order=id',
    `select p.id, json_agg(json_build_object('reviews', r.list) order by b.id) as books from publishers p
       join books b on b.publisher_id = p.id
       join lateral (select json_agg(json_build_object('rating', rating)) as list from reviews
         where book_id = b.id and rating = 5) r on r.list is not null group by p.id order by p.id`,
  ),
  asked(
    '/authors?select=id,books!author_id()&books=is.null&order=id',
    'select id from authors a where not exists (select from books where author_id = a.id) order by id',
  ),
  asked(
    '/authors?select=id,b:books!author_id()&or=(b.not.is.null,born.is.null)&b.price=gt.15&order=id',
    `select id from authors a where exists (select from books where author_id = a.id and price > 15)
       or born is null order by id`,
  ),
  asked(
    '/sections?select=name,up:parent_id(name,up:parent_id(name))&id=eq.3',
    `select s.name, json_build_object('name', p.name, 'up', json_build_object('name', q.name)) as up
       from sections s join sections p on p.id = s.parent_id join sections q on q.id = p.parent_id where s.id = 3`,
  ),
  asked(
    '/sections?select=id,sections(id)&sections.order=id&order=id',
    `select s.id, coalesce((select json_agg(json_build_object('id', c.id) order by c.id) from sections c
       where c.parent_id = s.id), '[]') as sections from sections s order by s.id`,
  ),
  asked(
    '/books?select=id,...publishers(house:name,country)&order=publishers(name).desc.nullslast,id',
    `select b.id, p.name as house, p.country from books b left join publishers p on p.id = b.publisher_id
       order by p.name desc nulls last, b.id`,
  ),
  asked(
    '/authors?select=id,...books!author_id(titles:title,prices:price)&books.order=id&order=id',
    `select a.id, coalesce(json_agg(b.title order by b.id) filter (where b.id is not null), '[]') as titles,
       coalesce(json_agg(b.price order by b.id) filter (where b.id is not null), '[]') as prices
       from authors a left join books b on b.author_id = a.id group by a.id order by a.id`,
  ),
  asked(
    '/authors?select=id,bestsellers(title)&bestsellers.order=title&order=id',
    `select a.id, coalesce((select json_agg(json_build_object('title', title) order by title) from books
       where author_id = a.id and sold > 10), '[]') as bestsellers from authors a order by a.id`,
  ),
  asked(
    '/books?select=title,price_with_tax&price_with_tax=gt.15&order=price_with_tax,id',
    `select title, round(price * 1.25, 2) as price_with_tax from books where price * 1.25 > 15
       order by round(price * 1.25, 2), id`,
  ),
  asked(
    '/books?select=binding,count(),price.sum(),dearest:price.max()::text&order=binding',
    `select binding, count(*), sum(price), max(price)::text as dearest from books group by binding order by binding`,
  ),
  asked(
    '/publishers?select=id,books(count(),price.avg()::int)&order=id',
    `select p.id, (select json_agg(t) from (select count(*), avg(price)::int from books
       where publisher_id = p.id) t) as books from publishers p order by p.id`,
  ),
  asked(
    '/reviews?select=...books(title),rating.max()&order=books(title)&books.id=lt.5&rating=gt.0&book_id=lt.5',
    `select b.title, max(r.rating) from reviews r join books b on b.id = r.book_id
       where b.id < 5 group by b.title order by b.title`,
  ),
  asked(
    '/printed_books?select=id,authors(name),reviews(rating)&reviews.order=id&order=id',
    `select b.id, case when a.id is null then null else json_build_object('name', a.name) end as authors,
       coalesce((select json_agg(json_build_object('rating', rating) order by id) from reviews
         where book_id = b.id), '[]') as reviews
       from books b left join authors a on a.id = b.author_id where b.in_print order by b.id`,
  ),
  asked(
    '/rpc/find_books?term=a&select=id,covers(colour)&price=gt.10&order=id.desc&limit=3',
    `select b.id, case when c.book_id is null then null else json_build_object('colour', c.colour) end as covers
       from books b left join covers c on c.book_id = b.id where b.title ilike '%a%' and b.price > 10
       order by b.id desc limit 3`,
  ),
  asked(
    '/select?select="order","or","it\'s \\"x\\""->and&"or"=not.is.null&order="order".desc',
    `select "order", "or", "it's ""x""" -> 'and' as "and" from "select" where "or" is not null order by "order" desc`,
  ),
  asked(
    '/Odd Names?select="Key One","a,b","q\\"uote"&"a,b"=eq.x',
    `select "Key One", "a,b", "q""uote" from "Odd Names" where "a,b" = 'x'`,
  ),
]
