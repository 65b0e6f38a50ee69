/** Whom storage lets read a delivered file and its preview, in every state that a delivery can come to. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openCommissions, type Commissions, type Parties } from './open-commissions.ts'

let orders: Commissions
let staff: string
beforeAll(async () => {
  orders = await openCommissions()
  staff = await orders.person()
})
afterAll(() => orders[Symbol.asyncDispose]())

type Way = (parties: Parties, id: string) => Promise<unknown>

async function share({ client, creator }: Parties, id: string, percent: number): Promise<void> {
  await orders.step(creator, id, 'offer_share', { percent })
  await orders.step(client, id, 'answer_share', { yes: true, percent })
}

const dispute: Way = ({ client }, id) =>
  orders.step(client, id, 'dispute', { reason: 'quality', words: 'Trop sombre.' })

const ruled =
  (percent: number): Way =>
  async (parties, id) => {
    await dispute(parties, id)
    await orders.asStaff(staff, `rule_dispute($1, $2, 'Vu.')`, id, percent)
    await orders.billing.move('5 days')
    while ((await orders.asServer<number>('advance_commissions(100)')) > 0);
  }

/** How it goes on after the delivery, whether the client may open the file then, and whether the staff may look. */
const ways: readonly [string, Way, { opens: boolean; isDisputed: boolean }][] = [
  ['delivered', async () => undefined, { opens: false, isDisputed: false }],
  [
    'in revision',
    ({ client }, id) => orders.step(client, id, 'revise', { points: ['Plus clair'] }),
    { opens: false, isDisputed: false },
  ],
  ['accepted', ({ client }, id) => orders.step(client, id, 'accept'), { opens: true, isDisputed: false }],
  ['shared at 1 %', (parties, id) => share(parties, id, 1), { opens: true, isDisputed: false }],
  ['disputed', dispute, { opens: false, isDisputed: true }],
  ['ruled at 0 %', ruled(0), { opens: false, isDisputed: true }],
  ['ruled at 30 %', ruled(30), { opens: true, isDisputed: true }],
]

test.each(ways)(
  '%s: the file is the client’s or not, the preview is, and nothing is a stranger’s',
  async (_, goOn, is) => {
    const parties = await orders.parties()
    const { client, creator } = parties
    const { id } = await orders.at('delivered', parties)
    await goOn(parties, id)
    const [file] = (await orders.read(creator, id)).files
    const mayRead = async (ask: Promise<{ may: boolean }[]>) => (await ask)[0]!.may
    const asked = `select app.may_read_commission_file($1) as may`
    const of = async (path: string) => ({
      client: await mayRead(orders.billing.as(client, asked, [path])),
      creator: await mayRead(orders.billing.as(creator, asked, [path])),
      stranger: await mayRead(orders.billing.as(await orders.person(), asked, [path])),
      staff: await mayRead(orders.billing.asStaff(staff, asked, [path])),
    })
    expect({ file: await of(file!.path!), preview: await of(file!.preview_path!) }).toEqual({
      file: { client: is.opens, creator: true, stranger: false, staff: false },
      preview: { client: true, creator: true, stranger: false, staff: is.isDisputed },
    })
  },
)
