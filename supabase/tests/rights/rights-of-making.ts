/** The lines of what is made: creations, workflows and their runs. */
import { randomUUID } from 'node:crypto'

import type { TestDatabase } from '../../../tests/support/test-database.ts'
import { kossi, makeCreation } from '../support/product-database.ts'
import { asOwner } from '../support/product-rest.ts'
import { nothing, ownedOnly, reading, type Line } from './rights-line.ts'

const image = (path: string) => `http://localhost:3000/storage/v1/object/public/generated-images/${path}`

const workflow = (visibility: string) => (database: TestDatabase) =>
  asOwner(
    database,
    `with made as (
       insert into public.workflows (owner_id, title, visibility) values ($1, 'x', $2) returning id
     ), version as (
       insert into public.workflow_versions (workflow_id, version, steps) select id, 1, '[]' from made
     )
     select id as value from made`,
    [kossi, visibility],
  )

const workflowRun = async (database: TestDatabase) =>
  asOwner(
    database,
    `with made as (
       insert into public.workflow_runs (workflow_id, version, user_id, idempotency_key, title, steps, cost_quoted)
       values ($1, 1, $2, gen_random_uuid(), 'x', '[]', 0) returning id
     ), step as (
       insert into public.workflow_run_steps (run_id, step_index, kind, title) select id, 0, 'enhance', 'x' from made
     )
     select id as value from made`,
    [await workflow('public')(database), kossi],
  )

const workflowBatch = async (database: TestDatabase) =>
  asOwner(
    database,
    `insert into public.workflow_batches (workflow_id, user_id, idempotency_key, title, rows_count, cost_quoted)
     values ($1, $2, gen_random_uuid(), 'x', 1, 0) returning id as value`,
    [await workflow('public')(database), kossi],
  )

const workflowSchedule = async (database: TestDatabase) =>
  asOwner(
    database,
    `insert into public.workflow_schedules (workflow_id, user_id, every, starts_at, time_zone)
     values ($1, $2, 'day', now(), 'UTC') returning id as value`,
    [await workflow('public')(database), kossi],
  )

export const rightsOfMaking: Readonly<Record<string, Line>> = {
  generations: {
    row: async (database) => {
      await makeCreation(database, kossi)
      return `user_id=eq.${kossi}`
    },
    insert: async () => ({ user_id: kossi, prompt: 'x', engine: 'builtin' }),
    update: { status: 'succeeded' },
    visitor: nothing,
    other: { ...nothing, select: 'hidden' },
    owner: reading,
    insertable: [],
    updatable: [],
  },
  generation_references: {
    row: async (database) => {
      await makeCreation(database, kossi)
      const reference = `insert into public.generation_references (generation_id, position, bucket, path)
        select id, 1, 'temp-uploads', 'x' from public.generations where user_id = $1 returning generation_id as value`
      return `generation_id=eq.${await asOwner(database, reference, [kossi])}`
    },
    insert: async (database) => ({
      generation_id: await asOwner(database, 'select id as value from public.generations limit 1'),
      position: 2,
      bucket: 'temp-uploads',
      path: 'x',
    }),
    update: { used: true },
    visitor: nothing,
    other: { ...nothing, select: 'hidden' },
    owner: reading,
    insertable: [],
    updatable: [],
  },
  generation_images: {
    row: async (database) => {
      await makeCreation(database, kossi)
      return `user_id=eq.${kossi}`
    },
    insert: async (database) => ({
      generation_id: await asOwner(database, 'select id as value from public.generations limit 1'),
      user_id: kossi,
      position: 2,
      bucket: 'generated-images',
      path: 'x',
      url: image('x'),
      width: 1,
      height: 1,
      bytes: 1,
      thumbhash: 'x',
    }),
    update: { url: image('y') },
    visitor: nothing,
    other: { ...nothing, select: 'hidden' },
    owner: reading,
    insertable: [],
    updatable: ['stars'],
  },
  likeness_consents: {
    row: async (database) =>
      `id=eq.${await asOwner(
        database,
        `insert into public.likeness_consents (user_id, sha256, shows) values ($1, repeat('ab', 32), 'me')
         on conflict (user_id, sha256) do update set shows = excluded.shows returning id as value`,
        [kossi],
      )}`,
    insert: async () => ({ user_id: kossi, sha256: 'cd'.repeat(32), shows: 'me' }),
    update: { shows: 'nobody' },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', delete: 'hidden' },
    owner: { ...reading, delete: 'done' },
    insertable: [],
    updatable: [],
  },
  image_folders: {
    row: async (database) =>
      `id=eq.${await asOwner(
        database,
        `insert into public.image_folders (user_id, name) values ($1, 'Tissus')
         on conflict (user_id, name) do update set name = excluded.name returning id as value`,
        [kossi],
      )}`,
    insert: async () => ({ user_id: kossi, name: 'x' }),
    update: { name: 'Étoffes' },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', update: 'hidden', delete: 'hidden' },
    owner: { ...reading, update: 'done', delete: 'done' },
    insertable: [],
    updatable: ['name'],
  },
  create_drafts: {
    row: async (database) =>
      `id=eq.${await asOwner(
        database,
        `insert into public.create_drafts (id, user_id, draft, writer)
         values (gen_random_uuid(), $1, '{"prompt": "Awa"}', gen_random_uuid()) returning id as value`,
        [kossi],
      )}`,
    insert: async () => ({ id: randomUUID(), user_id: kossi, draft: {}, writer: randomUUID() }),
    update: { draft: {} },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', delete: 'hidden' },
    owner: { ...reading, delete: 'done' },
    insertable: [],
    updatable: [],
  },
  prompt_snippets: {
    row: async (database) =>
      `id=eq.${await asOwner(
        database,
        `insert into public.prompt_snippets (user_id, name, words) values ($1, 'awa', 'Awa, tresses')
         on conflict (user_id, name) do update set words = excluded.words returning id as value`,
        [kossi],
      )}`,
    insert: async () => ({ user_id: kossi, name: 'x', words: 'x' }),
    update: { words: 'y' },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', delete: 'hidden' },
    owner: { ...reading, delete: 'done' },
    insertable: [],
    updatable: [],
  },
  workflows: {
    row: async (database) => `id=eq.${await workflow('private')(database)}`,
    insert: async () => ({ owner_id: kossi, title: 'x' }),
    update: { title: 'changed' },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', delete: 'hidden' },
    owner: { ...reading, delete: 'done' },
    insertable: [],
    updatable: [],
  },
  workflow_versions: {
    row: async (database) => `workflow_id=eq.${await workflow('unlisted')(database)}`,
    insert: async (database) => ({ workflow_id: await workflow('private')(database), version: 2, steps: [] }),
    update: { steps: [] },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
  workflow_batches: {
    row: async (database) => `id=eq.${await workflowBatch(database)}`,
    insert: async (database) => ({
      workflow_id: await workflow('public')(database),
      user_id: kossi,
      idempotency_key: 'x',
      title: 'x',
      rows_count: 1,
      cost_quoted: 0,
    }),
    update: { title: 'changed' },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
  workflow_schedules: {
    row: async (database) => `id=eq.${await workflowSchedule(database)}`,
    insert: async (database) => ({
      workflow_id: await workflow('public')(database),
      user_id: kossi,
      every: 'day',
      starts_at: '2030-01-01',
      time_zone: 'UTC',
    }),
    update: { every: 'week' },
    visitor: nothing,
    other: { ...nothing, select: 'hidden', delete: 'hidden' },
    owner: { ...reading, delete: 'done' },
    insertable: [],
    updatable: [],
  },
  workflow_runs: {
    row: async (database) => `id=eq.${await workflowRun(database)}`,
    insert: async (database) => ({
      workflow_id: await workflow('public')(database),
      version: 1,
      user_id: kossi,
      idempotency_key: 'x',
      title: 'x',
      steps: [],
      cost_quoted: 0,
    }),
    update: { status: 'succeeded' },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
  workflow_run_steps: {
    row: async (database) => `run_id=eq.${await workflowRun(database)}`,
    insert: async (database) => ({ run_id: await workflowRun(database), step_index: 1, kind: 'enhance', title: 'x' }),
    update: { output: {} },
    ...ownedOnly,
    insertable: [],
    updatable: [],
  },
}
