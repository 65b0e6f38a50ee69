/** What each function that answers a jsonb says it answers (`database-refinements.ts`), so that a real answer can be held against it. */
import { isDeepStrictEqual } from 'node:util'

import * as v from 'valibot'

import {
  GenerationProgress,
  InputDefinition,
  StepDefinition,
  workflowGoals,
  workflowVisibilities,
  type Database,
  type Json,
} from '../../functions/_shared/contract/src/index.ts'

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
const counts = { likes: v.number(), comments: v.number(), remixes: v.number(), saves: v.number() }

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
      image: v.nullable(
        v.strictObject({ url: v.string(), width: v.nullable(v.number()), height: v.nullable(v.number()) }),
      ),
      is_indexed: v.boolean(),
      may_train: v.boolean(),
      creator: v.strictObject(person),
    }),
    withheld,
  ]) satisfies v.GenericSchema<Answer<'post_head'>>,

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

  why_this_post: reasons satisfies v.GenericSchema<Answer<'why_this_post'>>,

  generation_progress: exactly(GenerationProgress) satisfies v.GenericSchema<Answer<'generation_progress'>>,
  cancel_generation: exactly(GenerationProgress) satisfies v.GenericSchema<Answer<'cancel_generation'>>,

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

/** Nobody declares what these answer; one that somebody does has its schema above. */
export const undeclared = [
  'cancel_payment',
  'payment_status',
  'remixed_creator',
] as const satisfies readonly Undeclared[]
