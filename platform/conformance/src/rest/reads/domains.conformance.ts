import { type Scenario, scenarios } from '../scenario.ts'

const representation = { prefer: 'return=representation' }

const reading: readonly (readonly [name: string, path: string, body: unknown])[] = [
  [
    'a column',
    'labels?select=id,hue&order=id',
    [
      { id: 1, hue: '#00FF00' },
      { id: 2, hue: '#0000FF' },
      { id: 3, hue: null },
    ],
  ],
  ['every column', 'labels?id=eq.1', [{ id: 1, name: 'sale', hue: '#00FF00', parent_id: null }]],
  [
    'every column beside others',
    'labels?select=*,colour:hue&id=eq.2',
    [{ id: 2, name: 'new', hue: '#0000FF', parent_id: 1, colour: '#0000FF' }],
  ],
  ['an alias', 'labels?select=colour:hue&id=eq.1', [{ colour: '#00FF00' }]],
  ['a cast of what is shown', 'labels?select=hue::text&id=eq.1', [{ hue: '"#00FF00"' }]],
  ['through a view', 'label_hues?id=eq.1', [{ id: 1, hue: '#00FF00' }]],
  [
    'within an embed',
    'labels?select=id,labels(hue)&id=eq.1&labels.order=id',
    [{ id: 1, labels: [{ hue: '#0000FF' }, { hue: null }] }],
  ],
  [
    'within a whole embed',
    'labels?select=parent:parent_id(*)&id=eq.2',
    [{ parent: { id: 1, name: 'sale', hue: '#00FF00', parent_id: null } }],
  ],
  ['spread', 'labels?select=id,...parent_id(hue)&id=eq.2', [{ id: 2, hue: '#00FF00' }]],
  ['rows of a function', 'rpc/all_labels?select=hue&limit=1', [{ hue: '#00FF00' }]],
  ['eq', 'labels?select=id&hue=eq.%2300FF00', [{ id: 1 }]],
  ['neq', 'labels?select=id&hue=neq.%2300FF00', [{ id: 2 }]],
  ['gt', 'labels?select=id&hue=gt.%230000FF', [{ id: 1 }]],
  ['not.eq', 'labels?select=id&hue=not.eq.%2300FF00', [{ id: 2 }]],
  ['in', 'labels?select=id&hue=in.(%2300FF00,%230000FF)&order=id', [{ id: 1 }, { id: 2 }]],
  ['in nothing', 'labels?select=id&hue=in.()', []],
  ['isdistinct', 'labels?select=id&hue=isdistinct.%2300FF00&order=id', [{ id: 2 }, { id: 3 }]],
  ['is.null', 'labels?select=id&hue=is.null', [{ id: 3 }]],
  ['or', 'labels?select=id&or=(hue.eq.%2300FF00,hue.is.null)&order=id', [{ id: 1 }, { id: 3 }]],
  ['on an embed', 'labels?select=id,labels!inner(id)&labels.hue=eq.%230000FF', [{ id: 1, labels: [{ id: 2 }] }]],
  ['through a view', 'label_hues?select=id&hue=eq.%2300FF00', [{ id: 1 }]],
  ['on rows of a function', 'rpc/all_labels?select=id&hue=eq.%2300FF00', [{ id: 1 }]],
  ['order is that of the values', 'labels?select=id&order=hue.desc.nullslast', [{ id: 1 }, { id: 2 }, { id: 3 }]],
]

scenarios('rest: domains with representations, read', [
  ...reading.map(([name, path, body]): Scenario => ({ name, send: `GET /${path}`, status: 200, expect: body })),
  { name: 'what is none', send: 'GET /labels?hue=eq.blue', status: 400 },
])

scenarios('rest: domains with representations, written', [
  {
    name: 'an insert',
    as: 'shopkeeper',
    send: 'POST /labels?select=id,hue',
    headers: representation,
    body: { id: 10, name: 'red', hue: '#FF0000' },
    status: 201,
    expect: [{ id: 10, hue: '#FF0000' }],
  },
  {
    name: 'several rows',
    as: 'shopkeeper',
    send: 'POST /labels?select=hue',
    headers: representation,
    body: [
      { id: 11, name: 'a', hue: '#000001' },
      { id: 12, name: 'b', hue: null },
    ],
    status: 201,
    expect: [{ hue: '#000001' }, { hue: null }],
  },
  {
    name: 'CSV',
    as: 'shopkeeper',
    send: 'POST /labels?select=hue',
    headers: { ...representation, 'content-type': 'text/csv' },
    body: 'id,name,hue\n13,c,#0A0B0C',
    status: 201,
    expect: [{ hue: '#0A0B0C' }],
  },
  {
    name: 'a default',
    as: 'shopkeeper',
    send: 'POST /labels?columns=id,name,hue&select=hue',
    headers: { prefer: 'return=representation,missing=default' },
    body: [{ id: 14, name: 'd' }],
    status: 201,
    expect: [{ hue: '#0000FF' }],
  },
  {
    name: 'an update',
    as: 'shopkeeper',
    send: 'PATCH /labels?hue=eq.%23FF0000&select=id,hue',
    headers: representation,
    body: { hue: '#FE0000' },
    status: 200,
    expect: [{ id: 10, hue: '#FE0000' }],
  },
  {
    name: 'merging',
    as: 'shopkeeper',
    send: 'POST /labels?select=hue',
    headers: { prefer: 'return=representation,resolution=merge-duplicates' },
    body: { id: 10, name: 'red', hue: '#FF0000' },
    status: 200,
    expect: [{ hue: '#FF0000' }],
  },
  {
    name: 'a put',
    as: 'shopkeeper',
    send: 'PUT /labels?id=eq.10&select=hue',
    headers: representation,
    body: { id: 10, name: 'red', hue: '#FD0000' },
    status: 200,
    expect: [{ hue: '#FD0000' }],
  },
  {
    name: 'a delete',
    as: 'shopkeeper',
    send: 'DELETE /labels?hue=eq.%23FD0000&select=hue',
    headers: representation,
    status: 200,
    expect: [{ hue: '#FD0000' }],
  },
  {
    name: 'what is none',
    as: 'shopkeeper',
    send: 'POST /labels',
    body: { id: 20, name: 'x', hue: '#FFFFFFFFF' },
    status: 400,
  },
])
