/** The words in which the functions of orders answer. */
import * as v from 'valibot'

export const moment = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u))
export const day = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/u))
export const text = v.nullable(v.string())
export const count = v.nullable(v.number())
export const when = v.nullable(moment)
export const side = v.picklist(['client', 'creator'])
export const licence = v.picklist(['perso', 'commercial'])
export const share = v.picklist(['full', 'mixed', 'none'])
export const mode = v.picklist(['proposal', 'instant', 'single_message'])
export const status = v.picklist([
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
export const step = v.picklist([
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
export const reason = v.picklist(['not_delivered', 'not_as_described', 'quality', 'rights', 'behaviour', 'payment'])
export const actor = v.picklist(['client', 'creator', 'staff', 'clock', 'bank'])
export const person = v.strictObject({ id: text, username: text, display_name: text, avatar_url: text })
