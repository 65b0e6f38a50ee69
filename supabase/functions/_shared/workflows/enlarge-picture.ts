/** `upscale`: twice as large by a sharp filter, which invents nothing, costs nothing and says so. */
import { createHash } from 'node:crypto'

import { enlargeStored } from './enlarge-stored.ts'
import { finish, pictureOf, write, type StepEnd, type StepInHand } from './step-work.ts'

export async function enlargePicture(inHand: StepInHand): Promise<StepEnd> {
  const { work, client, signal } = inHand
  const image = pictureOf(work.input)
  const wish = { client, userId: work.user_id, image, name: nameOf(inHand), signal }
  const end = await enlargeStored(wish, (picture) => write(inHand, 'record_workflow_picture', { p_picture: picture }))
  if (end !== null) return end
  const note = 'Cette image a déjà la plus grande taille.'
  return finish(inHand, { status: 'succeeded', output: { image, images: [image], note } })
}

/** The same at every attempt after a crash; nobody else knows a run's id. */
function nameOf({ work }: StepInHand): string {
  const { run_id: run, step, attempt } = work
  return createHash('sha256').update(`${run}/${step}/${attempt}`).digest('hex').slice(0, 32)
}
