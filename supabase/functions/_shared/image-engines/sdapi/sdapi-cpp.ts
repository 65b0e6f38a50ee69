/** The native jobs of stable-diffusion.cpp (`/sdcpp/v1`). */
import { asEditInput, asInit } from '../self-hosted/own-references.ts'
import { isObject, pictureFromBase64 } from '../self-hosted/own-server.ts'
import type { JobsApi } from './sdapi-jobs.ts'
import { base64, fieldsOf, startOf } from './sdapi-server.ts'

export const cppJobs: JobsApi = {
  tag: 'cpp',
  submitPath: '/sdcpp/v1/img_gen',
  body(order, { steps }) {
    const start = startOf(order)
    const more = order.references.slice(1).map(({ file }) => base64(file))
    return {
      ...fieldsOf(order),
      batch_count: 1,
      output_format: 'png',
      embed_image_metadata: false,
      ...(steps !== null && { sample_params: { sample_steps: steps } }),
      ...(start && { init_image: start.picture, strength: start.strength }),
      ...(more.length > 0 && { ref_images: more }),
    }
  },
  receipts: ({ references }) =>
    references.map((reference, index) => (index === 0 ? asInit(1, reference) : asEditInput(index + 1))),
  jobPath: (id) => `/sdcpp/v1/jobs/${id}`,
  // NOTE: only what waits can be cancelled; what is being painted (409) is painted to its end.
  cancel: (server, id, signal) => server.request(`/sdcpp/v1/jobs/${id}/cancel`, { method: 'POST', json: {}, signal }),
  async progress(_, { status, queue_position: place }) {
    if (status !== 'queued') return { share: null, stage: 'painting' }
    return { share: null, stage: 'queued', ...(typeof place === 'number' && place > 0 && { position: place - 1 }) }
  },
  async picture(server, { result }) {
    const images = isObject(result) && Array.isArray(result['images']) ? result['images'].filter(isObject) : []
    return pictureFromBase64(server.label, images[0]?.['b64_json'])
  },
}
