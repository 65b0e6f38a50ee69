/** What the functions of orders say they answer. */
import * as v from 'valibot'

import type { Database } from '../../functions/_shared/contract/src/index.ts'

type Functions = Database['public']['Functions']
type Answer<Name extends keyof Functions> = Functions[Name]['Returns']

const moment = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u))
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/u))
const text = v.nullable(v.string())
const count = v.nullable(v.number())
const when = v.nullable(moment)
const side = v.picklist(['client', 'creator'])
const licence = v.picklist(['perso', 'commercial'])
const share = v.picklist(['full', 'mixed', 'none'])
const mode = v.picklist(['proposal', 'instant', 'single_message'])
const status = v.picklist([
  'requested',
  'proposed',
  'funded',
  'in_progress',
  'delivered',
  'revision',
  'disputed',
  'accepted',
  'declined',
  'canceled',
  'expired',
  'refunded',
  'settled',
  'ruled',
])
const step = v.picklist([
  'propose',
  'decline',
  'cancel',
  'start',
  'refund',
  'ask_time',
  'answer_time',
  'revise_sketch',
  'deliver',
  'revise',
  'extend',
  'accept',
  'offer_share',
  'answer_share',
  'dispute',
  'add_evidence',
  'withdraw',
  'appeal',
  'pay',
  'review',
])
const reason = v.picklist(['not_delivered', 'not_as_described', 'quality', 'rights', 'behaviour', 'payment'])
const actor = v.picklist(['client', 'creator', 'staff', 'clock', 'bank'])
const person = v.strictObject({ id: text, username: text, display_name: text, avatar_url: text })

const review = v.strictObject({
  id: v.string(),
  by: person,
  role: side,
  rating: v.number(),
  words: v.string(),
  at: moment,
  answer: text,
  is_revealed: v.boolean(),
})

const service = v.strictObject({
  id: v.string(),
  creator: person,
  title: v.string(),
  description: v.string(),
  refuses: v.string(),
  mode,
  price_from: v.number(),
  options: v.array(v.strictObject({ name: v.string(), price: v.number(), days: v.number() })),
  days: v.number(),
  revisions_sketch: v.number(),
  revisions_final: v.number(),
  rights: licence,
  ai_share: share,
  languages: v.array(v.string()),
  style: v.string(),
  slots: v.number(),
  state: v.picklist(['open', 'waitlist', 'closed']),
  away: v.nullable(v.strictObject({ from: day, to: day })),
  samples: v.array(
    v.strictObject({ post_id: v.string(), url: v.string(), width: count, height: count, thumbhash: text, alt: text }),
  ),
  free: v.number(),
  queue: v.number(),
  waiting: v.number(),
  place: v.nullable(v.strictObject({ position: v.number(), state: v.picklist(['waiting', 'offered']), until: when })),
  can_request: v.boolean(),
  figures: v.strictObject({
    rating: count,
    reviews: v.number(),
    on_time: count,
    completed: count,
    answer_hours: count,
  }),
  now: moment,
})

const milestone = v.strictObject({
  id: v.string(),
  position: v.number(),
  title: v.string(),
  amount: v.number(),
  days: v.number(),
  state: v.picklist(['waiting', 'to_pay', 'funded', 'released', 'refunded', 'shared']),
  funded_at: when,
  to_creator: count,
  fee: count,
  back: count,
  available_at: when,
})

const file = v.strictObject({
  id: v.string(),
  kind: v.picklist(['reference', 'sketch', 'final', 'evidence']),
  name: v.string(),
  type: v.string(),
  bytes: v.number(),
  milestone: v.number(),
  by: side,
  state: v.picklist(['arriving', 'making_preview', 'ready']),
  path: text,
  preview_path: text,
  entries: v.nullable(v.array(v.string())),
  at: moment,
})

const facts = v.record(v.string(), v.unknown())
const dispute = v.strictObject({
  reason,
  opened_by: v.picklist(['client', 'creator', 'bank']),
  opened_at: moment,
  answer_by: moment,
  evidence_until: moment,
  ruled_by: moment,
  suggestion: v.number(),
  entries: v.array(
    v.strictObject({
      by: side,
      at: moment,
      words: text,
      files: v.array(v.string()),
      messages: v.array(facts),
      is_appeal: v.boolean(),
    }),
  ),
  ruling: v.nullable(v.strictObject({ percent: v.number(), words: v.string(), at: moment, is_final: v.boolean() })),
  appeal_until: when,
  is_appealed: v.boolean(),
})

const commission = v.strictObject({
  id: v.string(),
  number: v.number(),
  service_id: v.string(),
  service_title: v.string(),
  mode,
  role: v.picklist(['client', 'creator', 'staff']),
  client: person,
  creator: person,
  status,
  version: v.number(),
  now: moment,
  brief: v.string(),
  budget: count,
  wanted_on: v.nullable(day),
  is_anonymous: v.boolean(),
  hide_work: v.boolean(),
  terms: v.number(),
  scope: text,
  licence,
  ai_share: share,
  milestones: v.array(milestone),
  current: count,
  proposal_ends_at: when,
  starts_from: when,
  guaranteed_at: when,
  refund_from: when,
  refunded_by: when,
  delivered_at: when,
  accepts_at: when,
  revision_due: when,
  is_late: v.boolean(),
  is_extended: v.boolean(),
  time_asked: count,
  share_offer: v.nullable(v.strictObject({ percent: v.number(), by: side })),
  revisions: v.strictObject({ sketch: v.number(), final: v.number() }),
  points: v.array(
    v.strictObject({
      id: v.string(),
      kind: v.picklist(['sketch', 'final']),
      round: v.number(),
      words: v.string(),
      is_done: v.boolean(),
    }),
  ),
  files: v.array(file),
  events: v.array(
    v.strictObject({
      id: v.string(),
      at: moment,
      what: v.string(),
      by: actor,
      from: v.nullable(status),
      to: status,
      details: facts,
    }),
  ),
  dispute: v.nullable(dispute),
  reviews: v.strictObject({ mine: v.nullable(review), theirs: v.nullable(review), can_write: v.boolean() }),
  refund: v.nullable(
    v.strictObject({
      amount: v.number(),
      state: v.picklist(['under_way', 'by_hand', 'done']),
      method: text,
      last4: text,
    }),
  ),
  licence_ready: v.boolean(),
  may: v.array(step),
})

const line = v.strictObject({
  id: v.string(),
  number: v.number(),
  service_title: v.string(),
  role: side,
  other: person,
  status,
  version: v.number(),
  price: count,
  due_at: when,
  updated_at: moment,
  preview: v.nullable(v.strictObject({ path: v.string() })),
})

export const commissionAnswerSchemas = {
  save_service: service satisfies v.GenericSchema<Answer<'save_service'>>,
  set_service_state: service satisfies v.GenericSchema<Answer<'set_service_state'>>,
  join_waitlist: service satisfies v.GenericSchema<Answer<'join_waitlist'>>,
  leave_waitlist: service satisfies v.GenericSchema<Answer<'leave_waitlist'>>,
  my_services: v.array(service) satisfies v.GenericSchema<Answer<'my_services'>>,
  service_waitlist: v.array(
    v.strictObject({
      id: v.string(),
      client: person,
      state: v.picklist(['waiting', 'offered']),
      until: when,
      since: moment,
    }),
  ) satisfies v.GenericSchema<Answer<'service_waitlist'>>,
  services_of: v.array(service) satisfies v.GenericSchema<Answer<'services_of'>>,
  find_services: v.strictObject({ services: v.array(service), next: text }) satisfies v.GenericSchema<
    Answer<'find_services'>
  >,
  service_page: v.strictObject({ ...service.entries, reviews: v.array(review) }) satisfies v.GenericSchema<
    Answer<'service_page'>
  >,
  request_commission: commission satisfies v.GenericSchema<Answer<'request_commission'>>,
  commission_step: commission satisfies v.GenericSchema<Answer<'commission_step'>>,
  read_commission: commission satisfies v.GenericSchema<Answer<'read_commission'>>,
  review_commission: commission satisfies v.GenericSchema<Answer<'review_commission'>>,
  rule_dispute: commission satisfies v.GenericSchema<Answer<'rule_dispute'>>,
  answer_review: review satisfies v.GenericSchema<Answer<'answer_review'>>,
  my_commissions: v.array(line) satisfies v.GenericSchema<Answer<'my_commissions'>>,
  commission_cards: v.array(
    v.strictObject({
      id: v.string(),
      commission_id: v.string(),
      number: v.number(),
      at: moment,
      what: v.string(),
      by: actor,
      mine: v.boolean(),
      amount: count,
      steps: count,
    }),
  ) satisfies v.GenericSchema<Answer<'commission_cards'>>,
  commission_licence: v.strictObject({
    number: v.number(),
    text_version: v.number(),
    title: v.string(),
    scope: text,
    licence,
    ai_share: share,
    territory: v.literal('world'),
    is_exclusive: v.boolean(),
    is_anonymous: v.boolean(),
    hide_work: v.boolean(),
    client: v.nullable(person),
    creator: person,
    since: moment,
    paid: v.number(),
    is_test: v.boolean(),
    files: v.array(v.strictObject({ name: v.string(), type: v.string(), bytes: v.number(), sha256: v.string() })),
  }) satisfies v.GenericSchema<Answer<'commission_licence'>>,
  staff_commission_disputes: v.array(
    v.strictObject({
      commission_id: v.string(),
      number: v.number(),
      client: person,
      creator: person,
      amount: count,
      reason,
      state: v.picklist(['open', 'proposed', 'ruled', 'appealed']),
      opened_at: moment,
      ruled_by: moment,
      is_overdue: v.boolean(),
      needs_two: v.boolean(),
    }),
  ) satisfies v.GenericSchema<Answer<'staff_commission_disputes'>>,
}
