/** Creations as the tables hold them: what a reload, another device and a lost event come back to. */
import { activeGenerationStatuses, functionErrorCodes, generationSources, PicturePlan } from '@product/contract'
import * as v from 'valibot'

import type { Selected } from '#data/question.ts'
import { read } from '#data/wire.ts'

import type { CreationProblem, RecordedCreation } from './creation.ts'

const facts =
  'id,idempotency_key,prompt,negative_prompt,mode,width,height,seed,n_images,source,parent_post_id,status,stage,progress,cost_charged,blocked_rule,blocked_terms,error_code,error_message,engine,accepted,translation,translated_from,given_back_at,metadata,created_at'
const images = 'images:generation_images(id,position,url,width,height,thumbhash,seed)'
const references = 'references:generation_references(position,bucket,path,role,influence,used,used_note)'
const columns = `${facts},${images},${references}` as const

type CreationRow = Selected<'generations', typeof columns>

/** Those that are queued or at work, whichever page or device ordered them. */
export async function readActiveCreations(): Promise<RecordedCreation[]> {
  const status = `in.(${activeGenerationStatuses.join(',')})`
  return (await read('generations', columns, { status, order: 'id.desc', limit: 10 })).map(toRecord)
}

export async function readCreations(ids: readonly string[]): Promise<RecordedCreation[]> {
  return (await read('generations', columns, { id: `in.(${ids.join(',')})` })).map(toRecord)
}

function toRecord(row: CreationRow): RecordedCreation {
  const references = row.references.toSorted((a, b) => a.position - b.position)
  return {
    key: row.idempotency_key ?? row.id,
    id: row.id,
    orderedAt: Date.parse(row.created_at),
    order: {
      prompt: row.prompt,
      negativePrompt: row.negative_prompt,
      mode: row.mode,
      width: row.width,
      height: row.height,
      count: row.n_images,
      references: references.map(({ bucket, path, role, influence }) => ({
        file: null,
        url: `${location.origin}/storage/v1/object/public/${bucket}/${path}`,
        role,
        influence,
      })),
      seed: row.seed,
      source: generationSources.find((known) => known === row.source) ?? 'api',
      remixOf: row.parent_post_id,
      accepts: row.accepted,
      translation:
        row.translation === null || row.translated_from === null
          ? null
          : { text: row.translation, from: row.translated_from },
    },
    status: row.status,
    stage: row.stage,
    progress: row.progress,
    images: row.images
      .toSorted((a, b) => a.position - b.position)
      .map(({ id, url, width, height, thumbhash, seed }) => ({ id, url, width, height, thumbhash, seed })),
    problem: problemOf(row),
    charged: row.cost_charged ?? 0,
    receipts: references.map(({ position, role, influence, used, used_note }) => ({
      position,
      role,
      influence,
      used,
      note: used_note,
    })),
    engine: row.engine,
    warnings: warningsOf(row.metadata),
    plan: planOf(row.metadata),
    isGivenBack: row.given_back_at !== null,
  }
}

/** What the engine could not do, in its own words. */
function warningsOf({ warnings }: Record<string, unknown>): string[] {
  return Array.isArray(warnings) ? warnings.filter((warning) => typeof warning === 'string') : []
}

function planOf({ plan }: Record<string, unknown>): PicturePlan | null {
  const read = v.safeParse(PicturePlan, plan)
  return read.success ? read.output : null
}

function problemOf(row: CreationRow): CreationProblem | null {
  if (row.status === 'blocked') {
    const facts = { rule: row.blocked_rule ?? undefined, terms: row.blocked_terms ?? [] }
    return { code: 'blocked', message: row.error_message ?? '', ...facts }
  }
  if (row.error_code === null) return null
  const code = functionErrorCodes.find((known) => known === row.error_code) ?? null
  return { code, message: row.error_message ?? '' }
}
