/** Reads of workflows and of one's own runs. */
import type { RunStatus, WorkflowGoal, WorkflowInputs } from '@product/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { queryClient } from '#data/query-client.ts'
import type { Selected } from '#data/question.ts'
import { read } from '#data/wire.ts'

import { runColumns, toRun, type Run } from './run.ts'
import { readWorkflow } from './workflow-api.ts'
import { picturesOf, type WorkflowAuthor, type WorkflowFacts } from './workflow.ts'

export const workflowTabs = ['templates', 'mine', 'community'] as const
export type WorkflowTab = (typeof workflowTabs)[number]

export interface WorkflowFilter {
  tab: WorkflowTab
  goal: WorkflowGoal | null
  /** Of titles and summaries. */
  words: string
}

/** A row of the list, with who made it. */
export interface ListedWorkflow extends WorkflowFacts {
  author: WorkflowAuthor | null
  cost: number
}

/** One line of a batch; its pictures are read when it is over. */
export interface BatchRun {
  id: string
  row: number
  status: RunStatus
  inputs: WorkflowInputs
  costCharged: number
}

const batchRun = 'id,batch_row,status,inputs,cost_charged'

function toBatchRun(row: Selected<'workflow_runs', typeof batchRun>): BatchRun {
  const { id, status, inputs } = row
  return { id, status, inputs, row: row.batch_row ?? 0, costCharged: row.cost_charged }
}

const pageSize = 24
const facts = 'id,owner_id,slug,title,summary,labels,cover_url,goal,visibility,runs_count'
const author = 'author:profiles!workflows_owner_id_fkey(id,username,display_name,avatar_url)'
const lastRun = 'runs:workflow_runs(steps:workflow_run_steps(output))'
const columns = `${facts},${author},versions:workflow_versions(steps),${lastRun}` as const

const priceOfPicture = queryOptions({
  queryKey: ['prices', 'generation'],
  queryFn: () => read('price_book', 'credits', { sku: 'eq.generation' }),
  // Prices change by migration.
  staleTime: Infinity,
})

async function readList(filter: WorkflowFilter, userId: string, page: { offset: number; signal: AbortSignal }) {
  const { goal, words } = filter
  const conditions = {
    order: orders[filter.tab],
    limit: pageSize,
    offset: page.offset,
    'versions.order': 'version.desc',
    'versions.limit': 1,
    'runs.status': 'eq.succeeded',
    'runs.order': 'id.desc',
    'runs.limit': 1,
    ...scopes[filter.tab](userId),
    ...(goal && { goal: `eq.${goal}` }),
    ...(words && { or: `(title.ilike.${likely(words)},summary.ilike.${likely(words)})` }),
  }
  const [rows, price] = await Promise.all([
    read('workflows', columns, conditions, page.signal),
    queryClient.fetchQuery(priceOfPicture),
  ])
  return rows.map(({ versions, runs, ...listed }): ListedWorkflow => {
    const steps = versions[0]?.steps ?? []
    const given = runs[0]?.steps.flatMap(({ output }) => output?.images ?? []) ?? []
    return Object.assign(listed, {
      cost: picturesOf(steps) * (price[0]?.credits ?? 1),
      cover_url: listed.cover_url ?? given.at(-1)?.url ?? null,
    })
  })
}

const orders: Record<WorkflowTab, string> = {
  templates: 'slug.asc,id.asc',
  mine: 'updated_at.desc,id.desc',
  community: 'runs_count.desc,id.desc',
}

const scopes: Record<WorkflowTab, (userId: string) => Record<string, string>> = {
  templates: () => ({ owner_id: 'is.null' }),
  mine: (userId) => ({ owner_id: `eq.${userId}` }),
  community: () => ({ owner_id: 'not.is.null', visibility: 'eq.public' }),
}

/** Quoted for rest/v1 and freed of the wildcards of LIKE. */
function likely(words: string): string {
  const literal = words.replaceAll('*', '').replaceAll(/[\\%_]/gu, String.raw`\$&`)
  return `"*${literal.replaceAll(/["\\]/gu, String.raw`\$&`)}*"`
}

const root = ['workflow'] as const

export const workflowQueries = {
  list: (filter: WorkflowFilter, userId: string) =>
    infiniteQueryOptions({
      queryKey: [...root, 'list', userId, filter],
      queryFn: ({ pageParam, signal }) => readList(filter, userId, { offset: pageParam, signal }),
      initialPageParam: 0,
      getNextPageParam: (page, pages) => (page.length === pageSize ? pages.length * pageSize : undefined),
    }),
  /** With its steps and its form; `null` where there is none that one may read. */
  one: (id: string) => queryOptions({ queryKey: [...root, 'one', id], queryFn: () => readWorkflow(id) }),
  versions: (id: string) =>
    queryOptions({
      queryKey: [...root, 'versions', id],
      queryFn: ({ signal }) =>
        read(
          'workflow_versions',
          'version,created_at',
          { workflow_id: `eq.${id}`, order: 'version.desc', limit: 50 },
          signal,
        ),
    }),
  /** One's own, newest first. */
  runs: (workflowId: string, userId: string) =>
    queryOptions({
      queryKey: [...root, 'runs', userId, workflowId],
      queryFn: async ({ signal }) => {
        const own = { workflow_id: `eq.${workflowId}`, batch_id: 'is.null', order: 'id.desc', limit: 20 }
        return (await read('workflow_runs', runColumns, own, signal)).map(toRun)
      },
    }),
  /** One's own, newest first. */
  batches: (workflowId: string, userId: string) =>
    queryOptions({
      queryKey: [...root, 'batches', userId, workflowId],
      queryFn: ({ signal }) =>
        read(
          'workflow_batches',
          'id,rows_count,cost_quoted,created_at',
          { workflow_id: `eq.${workflowId}`, order: 'id.desc', limit: 5 },
          signal,
        ),
    }),
  /** The lines of a batch, in their order. */
  batchRuns: (batchId: string) =>
    queryOptions({
      queryKey: [...root, 'batch', batchId],
      queryFn: async ({ signal }): Promise<BatchRun[]> => {
        const lines = { batch_id: `eq.${batchId}`, order: 'batch_row.asc', limit: 50 }
        const rows = await read('workflow_runs', batchRun, lines, signal)
        return rows.map(toBatchRun)
      },
      staleTime: 0,
    }),
  schedules: (workflowId: string, userId: string) =>
    queryOptions({
      queryKey: [...root, 'schedules', userId, workflowId],
      queryFn: ({ signal }) =>
        read(
          'workflow_schedules',
          'id,every,starts_at,next_at,runs_count,failed_code',
          { workflow_id: `eq.${workflowId}`, order: 'id.desc', limit: 20 },
          signal,
        ),
    }),
  run: (id: string) =>
    queryOptions({
      queryKey: [...root, 'run', id],
      queryFn: async ({ signal }): Promise<Run | null> => {
        const [row] = await read('workflow_runs', runColumns, { id: `eq.${id}` }, signal)
        return row ? toRun(row) : null
      },
      // What an earlier visit kept says nothing about now.
      staleTime: 0,
    }),
}

/** What one has saved or shared shows in the lists and on its own page. */
export function refreshWorkflows(id: string): void {
  void queryClient.invalidateQueries({ queryKey: [...root, 'list'] })
  void queryClient.invalidateQueries({ queryKey: workflowQueries.one(id).queryKey })
  void queryClient.invalidateQueries({ queryKey: workflowQueries.versions(id).queryKey })
}

/** Reads a run again; answers when it has been. */
export function refreshRun(id: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: workflowQueries.run(id).queryKey })
}

export function refreshBatches(): void {
  void queryClient.invalidateQueries({ queryKey: [...root, 'batches'] })
}

export function refreshBatch(id: string): void {
  void queryClient.invalidateQueries({ queryKey: workflowQueries.batchRuns(id).queryKey })
}

export function refreshSchedules(): void {
  void queryClient.invalidateQueries({ queryKey: [...root, 'schedules'] })
}

export function refreshRuns(): void {
  void queryClient.invalidateQueries({ queryKey: [...root, 'runs'] })
}
