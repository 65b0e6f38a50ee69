/** SD.Next's jobs (`/sdapi/v2/jobs`). */
import { EngineError } from '../image-engine.ts'
import { pictureTypeOf } from '../pictures/picture-type.ts'
import { isObject, type OwnServer } from '../self-hosted/own-server.ts'
import type { Job, JobsApi } from './sdapi-jobs.ts'
import { answerLimit, fieldsOf, onlyFirstServes, startOf } from './sdapi-server.ts'

export const nextJobs: JobsApi = {
  tag: 'next',
  submitPath: '/sdapi/v2/jobs',
  // NOTE: newer servers refuse fields that they do not know, and all take the size from `…_before`.
  body(order, { steps, model }) {
    const { width, height, ...fields } = fieldsOf(order)
    const start = startOf(order)
    return {
      type: 'generate',
      ...fields,
      width,
      height,
      width_before: width,
      height_before: height,
      ...(steps !== null && { steps }),
      ...(model !== null && { override_settings: { sd_model_checkpoint: model } }),
      ...(start && { inputs: [start.picture], denoising_strength: start.strength }),
      // 2 is "crop": the reference takes the order's size, whatever its own.
      ...(start && { resize_mode_before: 2, resize_name_before: 'Lanczos' }),
    }
  },
  receipts: onlyFirstServes,
  jobPath: (id) => `/sdapi/v2/jobs/${id}`,
  // 409: too late.
  cancel: (server, id, signal) => server.request(`/sdapi/v2/jobs/${id}`, { method: 'DELETE', signal }),
  async progress(server, job, signal) {
    if (job['status'] === 'pending') return { share: null, stage: 'queued', ...(await placeOf(server, job, signal)) }
    const { progress } = job
    if (typeof progress !== 'number' || progress <= 0) return { share: null, stage: 'preparing' }
    return { share: Math.min(1, progress) * 0.95, stage: 'painting' }
  },
  async picture(server, { id, result }, signal) {
    const images = isObject(result) && Array.isArray(result['images']) ? result['images'].filter(isObject) : []
    const [image] = images
    if (!image) throw new EngineError('empty_result', `${server.label} ended the job without a picture`)
    // The address that the server tells is not followed: it may be anywhere.
    const index = typeof image['index'] === 'number' ? image['index'] : 0
    const answer = await server.request(`/sdapi/v2/jobs/${String(id)}/images/${index}`, { signal, limit: answerLimit })
    if (answer.status !== 200) throw server.refusal(answer)
    if (!pictureTypeOf(answer.body))
      throw new EngineError('engine_failed', `${server.label} answers with no picture that we know`)
    return answer.body
  },
}

/** Jobs that wait are served in the order in which they came. */
async function placeOf(server: OwnServer, job: Job, signal: AbortSignal): Promise<{ position?: number }> {
  const list = await server.json('/sdapi/v2/jobs?status=pending&limit=100', { signal, limit: answerLimit })
  const items = isObject(list) && Array.isArray(list['items']) ? list['items'].filter(isObject) : []
  const times = items.map(({ created_at: at }) => String(at)).sort()
  const position = times.indexOf(String(job['created_at']))
  return position < 0 ? {} : { position }
}
