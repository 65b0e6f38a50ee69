/** A worker of its own process that orders a picture from ComfyUI, to be killed while it waits. */
import process from 'node:process'

import { createComfyuiEngine } from '../../../functions/_shared/image-engines/comfyui/comfyui.ts'
import { orderOf, threeReferences, witness } from '../own-orders.ts'

type Message = { readonly url: string; readonly jobId: string; readonly seed: number }

async function work({ url, jobId, seed }: Message): Promise<void> {
  const settings = { url, token: null, workflows: {}, checkpoint: null, steps: 20, cfg: 7 }
  const context = witness({ saveUpstreamId: async (id) => void process.send?.(id) })
  const references = (await threeReferences()).slice(0, 1)
  await createComfyuiEngine(settings).generate(orderOf({ jobId, seed, references }), context)
}

process.once('message', (message: Message) => void work(message))
