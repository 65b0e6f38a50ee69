/** What each function that answers a jsonb says it answers (`database-refinements.ts`), so that a real answer can be held against it. */
import { isDeepStrictEqual } from 'node:util'

import * as v from 'valibot'

import {
  GenerationProgress,
  InputDefinition,
  StepDefinition,
  viewSources,
  workflowGoals,
  workflowVisibilities,
  type Database,
  type Json,
} from '../../functions/_shared/contract/src/index.ts'
import { commissionAnswerSchemas } from './commission-answer-schemas.ts'
import { paymentAnswerSchemas } from './payment-answer-schemas.ts'

type Functions = Database['public']['Functions']
type Answer<Name extends keyof Functions> = Functions[Name]['Returns']

/** Those of which nothing is declared: whoever reads them has to look. */
type Undeclared = { [Name in keyof Functions]: Json extends Answer<Name> ? Name : never }[keyof Functions]

/** Of the contract's own schemas: nothing is missing, nothing is there besides. */
const exactly = <Output>(schema: v.GenericSchema<unknown, Output>) =>
  v.custom<Output>((value) => {
    const { success, output } = v.safeParse(schema, value)
    return success && isDeepStrictEqual(output, value)
  })
const moment = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/u))
const day = v.pipe(v.string(), v.isoDate())
const text = v.nullable(v.string())

const person = { id: v.string(), username: text, display_name: v.string() }
const withheld = v.strictObject({ state: v.picklist(['restricted', 'gone', 'missing']) })
const reasons = v.array(
  v.strictObject({
    kind: v.string(),
    username: v.exactOptional(text),
    tag: v.exactOptional(v.string()),
    hours: v.exactOptional(v.number()),
  }),
)
const picture = v.nullable(
  v.strictObject({ url: v.string(), width: v.nullable(v.number()), height: v.nullable(v.number()) }),
)
const counts = { views: v.number(), likes: v.number(), comments: v.number(), remixes: v.number(), saves: v.number() }

const creatorCounts = { ...counts, people: v.number(), gained: v.number(), lost: v.number() }

const slotTypes = v.picklist(['code', 'prf', 'argon2id', 'pbkdf2'])
const cost = v.exactOptional(v.number())
const backup = {
  bundle: v.strictObject({ v: v.number(), seq: v.number(), iv: v.string(), ct: v.string() }),
  slots: v.array(
    v.strictObject({
      t: slotTypes,
      p: v.strictObject({ m: cost, t: cost, p: cost, i: cost }),
      salt: v.string(),
      iv: v.string(),
      ct: v.string(),
    }),
  ),
  seq: v.number(),
}

/** Each against the type that its callers are given: one that says less, or something else, is no schema of it. */
export const answerSchemas = {
  ...commissionAnswerSchemas,
  ...paymentAnswerSchemas,
  username_free: v.strictObject({
    free: v.boolean(),
    problem: v.nullable(v.picklist(['username_invalid', 'username_reserved', 'username_taken'])),
    suggestions: v.array(v.string()),
  }) satisfies v.GenericSchema<Answer<'username_free'>>,

  profile_head: v.union([
    v.strictObject({
      state: v.literal('here'),
      ...person,
      avatar_url: text,
      bio: text,
      is_indexed: v.boolean(),
      may_train: v.boolean(),
    }),
    withheld,
  ]) satisfies v.GenericSchema<Answer<'profile_head'>>,

  post_head: v.union([
    v.strictObject({
      state: v.literal('here'),
      title: text,
      description: text,
      prompt: text,
      alt_text: text,
      created_at: moment,
      edited_at: v.nullable(moment),
      image: picture,
      is_indexed: v.boolean(),
      may_train: v.boolean(),
      creator: v.strictObject(person),
    }),
    withheld,
  ]) satisfies v.GenericSchema<Answer<'post_head'>>,

  collection_head: v.union([
    v.strictObject({
      state: v.literal('here'),
      id: v.string(),
      name: v.string(),
      description: text,
      is_indexed: v.boolean(),
      image: picture,
      owner: v.strictObject(person),
    }),
    withheld,
  ]) satisfies v.GenericSchema<Answer<'collection_head'>>,

  post_state: v.strictObject({
    state: v.picklist(['here', 'followers_only', 'sensitive', 'gone', 'missing']),
    creator: v.exactOptional(v.strictObject({ ...person, avatar_url: text })),
    rating: v.exactOptional(v.number()),
  }) satisfies v.GenericSchema<Answer<'post_state'>>,

  post_stats: v.strictObject({
    published_at: moment,
    from: day,
    to: day,
    step: v.picklist(['day', 'week', 'month']),
    points: v.array(v.strictObject({ day, ...counts })),
    before: v.nullable(v.strictObject(counts)),
  }) satisfies v.GenericSchema<Answer<'post_stats'>>,

  creator_stats: v.strictObject({
    from: day,
    to: day,
    step: v.picklist(['day', 'week', 'month']),
    as_of: moment,
    totals: v.strictObject(creatorCounts),
    before: v.nullable(v.strictObject(creatorCounts)),
    points: v.array(v.strictObject({ day, ...creatorCounts })),
    sources: v.nullable(v.strictObject(v.entriesFromList(viewSources, v.exactOptional(v.number())))),
    hours: v.nullable(v.array(v.strictObject({ day: v.number(), hour: v.number(), views: v.number() }))),
    posts: v.array(
      v.strictObject({ id: v.string(), title: text, image_url: v.string(), created_at: moment, ...counts }),
    ),
  }) satisfies v.GenericSchema<Answer<'creator_stats'>>,

  why_this_post: reasons satisfies v.GenericSchema<Answer<'why_this_post'>>,

  generation_progress: exactly(GenerationProgress) satisfies v.GenericSchema<Answer<'generation_progress'>>,
  cancel_generation: exactly(GenerationProgress) satisfies v.GenericSchema<Answer<'cancel_generation'>>,

  give_back_generation: v.strictObject({ credits: v.number(), left: v.number() }) satisfies v.GenericSchema<
    Answer<'give_back_generation'>
  >,

  read_workflow: v.nullable(
    v.strictObject({
      workflow: v.strictObject({
        id: v.string(),
        owner_id: text,
        slug: text,
        title: v.string(),
        summary: v.string(),
        labels: v.record(v.string(), v.string()),
        cover_url: text,
        goal: v.nullable(v.picklist(workflowGoals)),
        visibility: v.picklist(workflowVisibilities),
        fee_credits: v.number(),
        forked_from: text,
        current_version: v.number(),
        runs_count: v.number(),
        created_at: moment,
        updated_at: moment,
      }),
      author: v.nullable(v.strictObject({ ...person, avatar_url: text })),
      version: v.number(),
      steps: v.array(exactly(StepDefinition)),
      inputs: v.array(exactly(InputDefinition)),
      cost: v.number(),
    }),
  ) satisfies v.GenericSchema<Answer<'read_workflow'>>,

  key_backup_info: v.nullable(
    v.strictObject({
      seq: v.number(),
      kinds: v.array(slotTypes),
      former_kinds: v.array(slotTypes),
      may_replace: v.boolean(),
      updated_at: moment,
    }),
  ) satisfies v.GenericSchema<Answer<'key_backup_info'>>,
  get_key_backup: v.nullable(v.strictObject({ ...backup, pins: text, updated_at: moment })) satisfies v.GenericSchema<
    Answer<'get_key_backup'>
  >,
  get_former_key_backups: v.array(
    v.strictObject({ ...backup, saved_at: moment, replaced_at: moment }),
  ) satisfies v.GenericSchema<Answer<'get_former_key_backups'>>,
}

export type Declared = keyof typeof answerSchemas

const state = v.picklist(['requested', 'accepted', 'left', 'blocked'])
const participant = {
  state,
  role: v.picklist(['owner', 'member']),
  joined_at: moment,
  is_active: v.boolean(),
  last_read_at: v.nullable(moment),
}
const rule = v.picklist(['spam', 'sensitive', 'hate', 'violence', 'likeness', 'minor', 'theft', 'other'])
const subject = v.nullable(v.strictObject({ ...person, status: v.string(), strikes: v.number() }))
const postImage = v.strictObject({
  id: v.pipe(v.string(), v.uuid()),
  url: v.string(),
  width: v.number(),
  height: v.number(),
  thumbhash: v.nullable(v.string()),
  alt: v.nullable(v.string()),
})
const given = <Of extends v.GenericSchema>(schema: Of) => v.exactOptional(v.nullable(schema))
const content = v.nullable(
  v.strictObject({
    text: given(v.string()),
    description: given(v.string()),
    image_url: given(v.string()),
    width: given(v.number()),
    height: given(v.number()),
    thumbhash: given(v.string()),
    more_images: v.exactOptional(v.array(postImage)),
    rating: v.exactOptional(v.number()),
    status: v.exactOptional(v.string()),
    visibility: v.exactOptional(v.string()),
    consents: given(
      v.array(
        v.strictObject({
          shows: v.picklist(['nobody', 'me', 'agreed', 'unsaid']),
          said_at: v.nullable(v.string()),
          is_inherited: v.boolean(),
        }),
      ),
    ),
    descent: v.exactOptional(v.number()),
    post_id: v.exactOptional(v.string()),
    rule: given(v.string()),
    terms: given(v.array(v.string())),
  }),
)

type Row<Name extends keyof Functions, Column extends string> =
  Answer<Name> extends readonly (infer One)[] ? Pick<One, Column & keyof One> : never

/** The columns of rows of which something is declared. */
export const rowSchemas = {
  conversation_page: v.looseObject({
    conversation: v.strictObject({
      id: v.string(),
      kind: v.picklist(['direct', 'group']),
      created_by: text,
      pair_key: v.exactOptional(text),
      created_at: moment,
      updated_at: moment,
      last_message_at: v.nullable(moment),
      vanish_after: v.nullable(v.number()),
      epoch_id: text,
    }),
    me: v.strictObject({
      ...participant,
      conversation_id: v.string(),
      user_id: v.string(),
      hidden_at: v.nullable(moment),
      last_at: v.nullable(moment),
      unread_count: v.number(),
      read_up_to: v.nullable(moment),
      reads_from: v.nullable(moment),
      muted_until: v.nullable(moment),
      pinned_at: v.nullable(moment),
      archived_at: v.nullable(moment),
    }),
    others: v.array(
      v.strictObject({ ...participant, id: v.string(), username: text, display_name: text, avatar_url: text }),
    ),
    cursor: text,
  }) satisfies v.GenericSchema<Row<'conversation_page', 'conversation' | 'me' | 'others' | 'cursor'>>,

  feed_page: v.looseObject({
    reasons: v.nullable(reasons),
    remixed_creator: v.nullable(v.strictObject(person)),
    metadata: v.looseObject({}),
  }) satisfies v.GenericSchema<Row<'feed_page', 'reasons' | 'remixed_creator' | 'metadata'>>,

  people_to_follow: v.looseObject({ username: text, avatar_url: text, bio: text, reasons }) satisfies v.GenericSchema<
    Row<'people_to_follow', 'username' | 'avatar_url' | 'bio' | 'reasons'>
  >,

  moderation_queue: v.looseObject({
    target_type: v.picklist(['post', 'comment', 'user', 'message', 'service']),
    reasons: v.array(rule),
    details: v.array(v.string()),
    subject,
    content,
    decisions: v.array(v.strictObject({ action: v.string(), rule, created_at: moment, ended_at: v.nullable(moment) })),
  }) satisfies v.GenericSchema<
    Row<'moderation_queue', 'target_type' | 'reasons' | 'details' | 'subject' | 'content' | 'decisions'>
  >,

  moderation_appeals: v.looseObject({
    action: v.strictObject({
      id: v.string(),
      action: v.string(),
      rule,
      public_reason: v.string(),
      created_at: moment,
      target_type: v.string(),
      target_id: v.string(),
      automated: v.boolean(),
    }),
    subject,
    content,
  }) satisfies v.GenericSchema<Row<'moderation_appeals', 'action' | 'subject' | 'content'>>,
}

export type DeclaredRows = keyof typeof rowSchemas

/** Nobody declares what these answer; one that somebody does has its schema above. */
export const undeclared = ['prompt_translation', 'remixed_creator'] as const satisfies readonly Undeclared[]
